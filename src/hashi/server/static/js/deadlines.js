// Until when there is time for a turn, by the clock of the one who reads it: "until tomorrow 18:00".

import { all, byId } from "./dom.js";

/**
 * The sentences, with gaps for time and date; seven of them for the days of a week, from Monday on.
 * @typedef {{ today: string, tomorrow: string, weekdays: string[], later: string }} Sentences
 */

const MINUTE = 60000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7;

const { lang } = document.documentElement;
const timeFormat = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dateFormat = new Intl.DateTimeFormat(lang, { day: "numeric", month: "short" });

/**
 * The number of a day by the reader's calendar: that of the next one is one more, in any time zone.
 * @param {Date} at
 */
const dayOf = (at) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY;

/**
 * @param {Date} due
 * @param {Date} now
 * @param {Sentences} say
 */
function untilText(due, now, say) {
  const days = dayOf(due) - dayOf(now);
  const later = days < WEEK ? say.weekdays[(due.getDay() + WEEK - 1) % WEEK] : say.later;
  const text = days < 1 ? say.today : days === 1 ? say.tomorrow : later;
  return (text ?? "").replace("{time}", timeFormat.format(due)).replace("{date}", dateFormat.format(due));
}

/** Show all deadlines of this page; what is today changes at midnight. */
export function startDeadlines() {
  const { until } = byId("main").dataset;
  if (!until) return;
  /** @type {Sentences} */
  const say = JSON.parse(until);
  const show = () => {
    for (const time of all("time[data-due]", HTMLTimeElement)) {
      time.textContent = untilText(new Date(time.dateTime), new Date(), say);
    }
  };
  show();
  setInterval(show, MINUTE);
}
