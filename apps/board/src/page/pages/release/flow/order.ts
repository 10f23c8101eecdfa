import type { TaskResponse } from '@slipway/api-schema/plans';

/** The part of a line beside one card. */
export interface Strand {
  /** The lane of the line. Lane 0 is next to the cards. */
  readonly lane: number;
  readonly part: 'begins' | 'ends' | 'passes';
  /** Whether the line continues above and below this card. */
  readonly isAbove: boolean;
  readonly isBelow: boolean;
}

/** The dependencies in a list of tasks, as lines beside their cards. */
export interface Order {
  readonly strandsOf: (id: string) => readonly Strand[];
  /** Whether lines show all dependencies of a task. */
  readonly isDrawn: (id: string) => boolean;
}

type Links = readonly Pick<NonNullable<TaskResponse['links']>[number], 'source' | 'target'>[];

/** The maximum number of lanes. Dependencies without a lane are shown only as text. */
const maxLanes = 5;

/**
 * The line from a task to all tasks that depend on it. A line ends in the upper half of a card, and begins in the lower
 * half.
 */
interface Line {
  readonly source: number;
  readonly targets: ReadonlySet<number>;
  /** The first and last half card that the line touches. */
  readonly top: number;
  readonly bottom: number;
}

function createLines(ids: readonly string[], links: Links): readonly Line[] {
  const indexById = new Map(ids.map((id, index) => [id, index]));
  return [...Map.groupBy(links, ({ source }) => source)].flatMap(([id, outgoing]) => {
    const source = indexById.get(id);
    const targets = outgoing.map(({ target }) => indexById.get(target)).filter((index) => index !== undefined);
    if (source === undefined || targets.length === 0) return [];
    const halves = [2 * source + 1, ...targets.map((index) => 2 * index)];
    return { source, targets: new Set(targets), top: Math.min(...halves), bottom: Math.max(...halves) };
  });
}

/** Assigns lines to lanes, short lines first. Lines in the same lane do not touch. Drops lines without a lane. */
function assignLanes(lines: readonly Line[]): readonly (readonly Line[])[] {
  const lanes: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top))) {
    const freeLane = lanes.find((lane) => lane.every(({ top, bottom }) => bottom < line.top || top > line.bottom));
    if (freeLane !== undefined) freeLane.push(line);
    else if (lanes.length < maxLanes) lanes.push([line]);
  }
  return lanes;
}

const strandPart = ({ source, targets }: Line, index: number): Strand['part'] => {
  if (index === source) return 'begins';
  return targets.has(index) ? 'ends' : 'passes';
};

/** Returns the lines for the links between the tasks of a list. */
export function orderOf(ids: readonly string[], links: Links): Order {
  const lanes = assignLanes(createLines(ids, links));
  const indexById = new Map(ids.map((id, index) => [id, index]));
  const sources = new Set(lanes.flat().map(({ source }) => ids[source]));
  const before = Map.groupBy(links, ({ target }) => target);
  return {
    strandsOf(id) {
      const index = indexById.get(id) ?? -1;
      return lanes.flatMap((lines, lane) =>
        lines
          .filter(({ top, bottom }) => top <= 2 * index + 1 && bottom >= 2 * index)
          .map((line) => ({
            lane,
            part: strandPart(line, index),
            isAbove: line.top < 2 * index,
            isBelow: line.bottom > 2 * index + 1,
          })),
      );
    },
    isDrawn: (id) => (before.get(id) ?? []).every(({ source }) => sources.has(source)),
  };
}
