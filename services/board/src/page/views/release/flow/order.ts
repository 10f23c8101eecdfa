import type { TaskAnswer } from '@slipway/wire';

/** What of the lines to or from one task is beside one card of a list. */
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

type Links = readonly Pick<NonNullable<TaskAnswer['links']>[number], 'source' | 'target'>[];

/** The maximum number of distinct lines; other links are words. */
const mostLanes = 5;

/** All that comes after one task, as one line with branches. A line ends in the upper half of a card, and begins in the lower one. */
interface Line {
  readonly source: number;
  readonly targets: ReadonlySet<number>;
  /** the halves of cards from and to which it goes */
  readonly top: number;
  readonly bottom: number;
}

function linesOf(ids: readonly string[], links: Links): readonly Line[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...Map.groupBy(links, ({ source }) => source)].flatMap(([id, those]) => {
    const source = places.get(id);
    const targets = those.map(({ target }) => places.get(target)).filter((place) => place !== undefined);
    if (source === undefined || targets.length === 0) return [];
    const halves = [2 * source + 1, ...targets.map((place) => 2 * place)];
    return { source, targets: new Set(targets), top: Math.min(...halves), bottom: Math.max(...halves) };
  });
}

/** The lines that get a lane: short ones are next to the cards, and no two of a lane meet. */
function inLanes(lines: readonly Line[]): readonly (readonly Line[])[] {
  const lanes: Line[][] = [];
  for (const line of lines.toSorted((one, other) => one.bottom - one.top - (other.bottom - other.top))) {
    const free = lanes.find((lane) => lane.every(({ top, bottom }) => bottom < line.top || top > line.bottom));
    if (free !== undefined) free.push(line);
    else if (lanes.length < mostLanes) lanes.push([line]);
  }
  return lanes;
}

const partOf = ({ source, targets }: Line, place: number): Strand['part'] => {
  if (place === source) return 'begins';
  return targets.has(place) ? 'ends' : 'passes';
};

/** The order of tasks in a list, from its links. */
export function orderOf(ids: readonly string[], links: Links): Order {
  const lanes = inLanes(linesOf(ids, links));
  const places = new Map(ids.map((id, place) => [id, place]));
  const sources = new Set(lanes.flat().map(({ source }) => ids[source]));
  const before = Map.groupBy(links, ({ target }) => target);
  return {
    strandsOf(id) {
      const place = places.get(id) ?? -1;
      return lanes.flatMap((lines, lane) =>
        lines
          .filter(({ top, bottom }) => top <= 2 * place + 1 && bottom >= 2 * place)
          .map((line) => ({
            lane,
            part: partOf(line, place),
            isAbove: line.top < 2 * place,
            isBelow: line.bottom > 2 * place + 1,
          })),
      );
    },
    isDrawn: (id) => (before.get(id) ?? []).every(({ source }) => sources.has(source)),
  };
}
