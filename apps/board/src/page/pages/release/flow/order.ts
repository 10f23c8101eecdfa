import type { TaskResponse } from '@slipway/api-schema/plans';

/** The part of a line to or from a task beside one card. */
export interface Strand {
  /** 0: the lane beside the cards; the others are further out */
  readonly lane: number;
  readonly part: 'begins' | 'ends' | 'passes';
  /** Whether the line starts above this card, or continues below it */
  readonly isAbove: boolean;
  readonly isBelow: boolean;
}

/** The order of a list of tasks, as lines beside their cards. */
export interface Order {
  readonly strandsOf: (id: string) => readonly Strand[];
  /** whether a line leads from everything that this task waits for */
  readonly isDrawn: (id: string) => boolean;
}

type Links = readonly Pick<NonNullable<TaskResponse['links']>[number], 'source' | 'target'>[];

/** The maximum number of distinct lines; other links are words. */
const maxLanes = 5;

/** All that comes after one task, as one line with branches. A line ends in the upper half of a card, and begins in the lower one. */
interface Line {
  readonly source: number;
  readonly targets: ReadonlySet<number>;
  /** the halves of cards from and to which it goes */
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

/** The lines that get a lane: short ones are next to the cards, and no two of a lane meet. */
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

/** The order of tasks in a list, from its links. */
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
