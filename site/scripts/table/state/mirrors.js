/* Cases of a question that are the same but for the names: turning the table, turning it over or both leads from one to the
   other. Such cases are told once, where the rules answer them alike; so are those that differ by their day alone. */

import { teamOf } from "../../model/seating.js";

/** @typedef {Map<string, string>} Renaming Each player by another name, and each team. */

/**
 * Return all ways in which a table looks like itself.
 * @param {Table} table
 * @returns {Renaming[]} The first leaves everything as it is.
 */
function renamings({ names, roles, team }) {
  const count = names.length, images = [];
  for (const way of [1, -1]) {
    for (let first = 0; first < count; first++) {
      const to = names.map((_, n) => (((first + way * n) % count) + count) % count), teams = new Map();
      const isAlike = to.every((other, n) => {
        if (!teams.has(team[n])) teams.set(team[n], team[other]);
        return roles[n] === roles[other] && teams.get(team[n]) === team[other];
      });
      if (isAlike) images.push(new Map(names.flatMap((name, n) => [[name, names[to[n]]], [teamOf(name), teamOf(names[to[n]])]])));
    }
  }
  return images;
}

/**
 * Return what something is under other names.
 * @param {any} thing Names, lists and objects of names, and what is no name.
 * @param {Renaming} renaming
 * @returns {any}
 */
function renamed(thing, renaming) {
  if (typeof thing === "string") return renaming.get(thing) ?? thing;
  if (Array.isArray(thing)) return thing.map((one) => renamed(one, renaming));
  if (thing === null || typeof thing !== "object") return thing;
  return Object.fromEntries(Object.entries(thing).map(([key, value]) => [key, renamed(value, renaming)]));
}

/**
 * Group cases that differ by names alone, their answers and clauses included.
 * @template {{request: Request, answer: Answer}} Asked
 * @param {Asked[]} cases All at the same table.
 * @returns {{asked: Asked, alike: number}[]} The first of each group, and how many others are like it.
 */
export function groupMirrored(cases, table) {
  const ways = renamings(table), /** @type {Map<string, {asked: Asked, alike: number}>} */ groups = new Map();
  for (const asked of cases) {
    const { request: { of, left, leaving, given, on }, answer: { status, answer, clauses, open, error } } = asked;
    const sorted = (/** @type {any[]} */ some) => some.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    const isOrder = Array.isArray(answer) && answer.every((one) => typeof one === "string");
    const keys = ways.map((renaming) => {
      const value = renamed(answer, renaming), at = renamed({ of, left, leaving, given }, renaming);
      for (const names of [at.left, at.leaving]) names?.sort();
      for (const entry of Array.isArray(value) ? value : []) entry.clauses?.sort();
      if (Array.isArray(value) && !isOrder) sorted(value);
      return JSON.stringify([at, on, status, value, [...clauses].sort(), sorted(renamed(open ?? [], renaming)), error?.code]);
    });
    const group = keys.map((key) => groups.get(key)).find(Boolean);
    if (group) group.alike++;
    else groups.set(keys[0], { asked, alike: 0 });
  }
  return [...groups.values()];
}

/**
 * Fold groups of cases that differ by their day alone, and are answered alike from one day to the next.
 * @template {{asked: {request: Request, answer: Answer}, alike: number}} Group
 * @param {Group[]} groups Those of one question in the order of their days.
 * @returns {(Group & {later: string[]})[]} The first of each, with the days of the others.
 */
export function foldDays(groups) {
  const folded = [], latest = new Map();
  for (const group of groups) {
    const { request: { on, ...rest }, answer: { status, answer } } = group.asked, key = JSON.stringify(rest);
    const value = JSON.stringify([status, answer], (name, part) => (name === "clauses" || name === "overridden" ? undefined : part)), last = latest.get(key);
    if (on && last?.value === value) {
      last.later.push(on);
      continue;
    }
    const later = [];
    folded.push({ ...group, later });
    latest.set(key, { value, later });
  }
  return folded;
}
