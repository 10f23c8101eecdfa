import {
  EVENT_ALIAS,
  EVENT_DOCUMENT,
  EVENT_MAPPING,
  EVENT_POP,
  EVENT_SCALAR,
  EVENT_SEQUENCE,
  type Event,
  getScalarValue,
  parseEvents,
} from 'js-yaml';

/** Names of members and indexes of list items, from the root of a document. */
export type MemberPath = readonly (string | number)[];

/** A parsed text, and the index of one of its documents with members, from 0. */
export interface YamlSource {
  readonly text: string;
  readonly index: number;
}

/**
 * Returns the line of a member, from 1, or null if the member is part of an alias. Parses the text again, so it is for
 * errors only.
 */
export function lineOfMember({ text, index }: YamlSource, path: MemberPath): number | null {
  const events = parseEvents(text, {});
  const starts = events.flatMap(({ type }, at) =>
    type === EVENT_DOCUMENT && events[at + 1]?.type === EVENT_MAPPING ? [at + 1] : [],
  );
  const start = starts[index];
  const offset = start === undefined ? null : offsetOf({ text, events }, start, path);
  return offset === null ? null : text.slice(0, offset).split('\n').length;
}

interface ParsedYaml {
  readonly text: string;
  readonly events: readonly Event[];
}

/** Returns the offset of the key at the end of a path, or null. */
function offsetOf(parsedYaml: ParsedYaml, start: number, path: MemberPath): number | null {
  let at = start;
  for (const [depth, step] of path.entries()) {
    const key = childOf(parsedYaml, at, step);
    if (key === null) return null;
    const event = parsedYaml.events[key];
    if (depth === path.length - 1) return event?.type === EVENT_SCALAR ? event.valueStart : null;
    at = typeof step === 'number' ? key : key + 1;
  }
  return null;
}

/** Returns the index of the event of a list item, or of the key of a member; null if it is missing. */
function childOf(parsedYaml: ParsedYaml, at: number, step: string | number): number | null {
  const { text, events } = parsedYaml;
  const isList = typeof step === 'number';
  if (events[at]?.type !== (isList ? EVENT_SEQUENCE : EVENT_MAPPING)) return null;
  let child = at + 1;
  for (let index = 0; events[child] !== undefined && events[child]?.type !== EVENT_POP; index += 1) {
    const event = events[child];
    if (isList ? index === step : event?.type === EVENT_SCALAR && getScalarValue(text, event) === step) return child;
    child = endOf(events, isList ? child : endOf(events, child));
  }
  return null;
}

/** Returns the index of the event after a node. */
function endOf(events: readonly Event[], at: number): number {
  let depth = 0;
  for (let next = at; next < events.length; next += 1) {
    const type = events[next]?.type;
    if (type === EVENT_MAPPING || type === EVENT_SEQUENCE) depth += 1;
    else if (type === EVENT_POP) depth -= 1;
    else if (type !== EVENT_SCALAR && type !== EVENT_ALIAS) return events.length;
    if (depth <= 0) return next + 1;
  }
  return events.length;
}
