import type { SeriesKind } from './series.ts';

const tile = { patternUnits: 'userSpaceOnUse', width: 6, height: 6, patternTransform: 'rotate(45)' } as const;

/** Whether the bars of a series are hatched, because their color is close to another one. */
export const isHatched = (kind: SeriesKind): boolean => kind === 'paused' || kind === 'other';

/** The pattern of hatched bars. They refer to it by its id. */
export const Hatching = ({ id }: { readonly id: string }) => (
  <pattern id={id} {...tile}>
    <rect class="chart-hatch" width={2} height={6} />
  </pattern>
);
