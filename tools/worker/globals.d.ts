// What the server writes above the service worker (pages/offline.py).
declare const VERSION: string;
declare const LESSONS: number;
