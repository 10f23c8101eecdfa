import { useSignal } from '@preact/signals';
import type { PreviewAnswer, ReleaseAnswer } from '@slipway/wire';
import type { Entity } from '../../../data/entity.ts';
import { neededFor } from '../../../data/needs.ts';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { useEntity } from '../../../live/use-entity.ts';
import type { Want } from '../../../live/wants.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { rowsOfPage } from '../../../parts/table.tsx';
import { announce } from '../../../place/announce.ts';
import { lastOf } from '../../../place/ids.ts';
import { isOnPaper } from '../../../place/paper.ts';
import { lackingOn } from '../rights.ts';
import { Chart } from './chart.tsx';
import { columnsOf } from './columns.tsx';
import { Conflicts } from './conflicts.tsx';
import { barOf, Grips } from './grips.tsx';
import { frameOf, type Line, linesOf, type Span } from './lines.ts';
import { Published } from './published.tsx';
import { datedOf, saveDates } from './saving.ts';
import { datesOf, type Shift, shiftBy } from './shift.ts';
import { useNow } from './use-now.ts';
import { useReleases } from './use-releases.ts';
import type { Releases } from './waits.ts';

interface Props {
  readonly release: ReleaseAnswer;
  readonly shown: Entity<ReleaseAnswer>;
  readonly isOver: boolean;
  /** how many lines come before those that are shown */
  readonly from: number;
  readonly turn: (from: number) => void;
  /** where one of its tasks is, by its id */
  readonly addressOfTask: (id: string) => string;
}

interface DrawnProps extends Props {
  readonly preview: PreviewAnswer | undefined;
  /** Loads the estimates again */
  readonly foresee: () => Promise<void>;
  /** milliseconds since 1970 */
  readonly now: number;
}

/** Space behind the last bar, so that it can be dragged there. */
const roomy = ({ from, to }: Span): Span => ({ from, to: to + (to - from) / 8 });

/** Moves planned parts in time, and shows refusals. */
function useMoving({ release, shown }: Pick<Props, 'release' | 'shown'>) {
  const refusal = useSignal<string | null>(null);
  const move = async (id: string, bar: Span | null, shift: Shift): Promise<void> => {
    refusal.value = null;
    const dated = datedOf(shown.value.peek() ?? release, id);
    const from = bar ?? {
      from: Date.parse(dated.scheduledStartDate ?? ''),
      to: Date.parse(dated.scheduledStartDate ?? ''),
    };
    try {
      await saveDates(shown, release, id, datesOf(dated, from, shift));
      announce('The dates were changed.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return { refusal, move };
}

interface BarsProps extends DrawnProps {
  readonly lines: readonly Line[];
  readonly releases: Releases;
}

/** The drawing, whose bars can be moved with the permission. */
function Bars({ release, shown, isOver, lines, releases, now }: BarsProps) {
  const lacking = lackingOn(release, neededFor('changeDates'));
  const { refusal, move } = useMoving({ release, shown });
  const { periods, conflicts } = release.$metadata.blackout;
  const blackouts = periods.map(({ startDate, endDate }) => ({ from: Date.parse(startDate), to: Date.parse(endDate) }));
  const mayMove = !isOver && lacking === null;
  const frame = mayMove ? roomy(frameOf(lines, now)) : frameOf(lines, now);
  return (
    <>
      <Conflicts conflicts={conflicts} move={mayMove ? (id, by) => void move(id, null, shiftBy('all', by)) : null} />
      <Refusal sentence={refusal.value} />
      <section class="scrolled" aria-label="Timeline" tabindex={0}>
        <div class="drawn">
          <Chart lines={lines} frame={frame} blackouts={blackouts} now={now} releases={releases} />
          {mayMove && (
            <Grips
              lines={lines}
              frame={frame}
              releases={releases}
              put={(line, shift) => void move(line.id, barOf(line), shift)}
            />
          )}
        </div>
      </section>
      <p class="none">Above planned, below happened or foreseen (dashed); hatched is a blackout, the line is now.</p>
      {mayMove && (
        <p class="none more">
          Drag a bar or its edge, or move it by keys: arrows left and right by an hour, up and down by a day, with Shift
          its end alone; Enter keeps it, Escape takes it back. Dates of a phase are typed in the table, those of a task
          in its drawer.
        </p>
      )}
      {!isOver && <Lacking names={[lacking]} />}
    </>
  );
}

function Drawn(props: DrawnProps) {
  const { release, shown, isOver, preview, now, from, turn, addressOfTask } = props;
  const lines = linesOf(release, preview, now);
  const begin = from < lines.length ? from : 0;
  const page = isOnPaper.value ? lines : lines.slice(begin, begin + rowsOfPage);
  const releases = useReleases(release, page, props.foresee);
  const path = `/releases/${lastOf(release.id)}`;
  return (
    <>
      <Bars {...props} lines={page} releases={releases} />
      {!isOver && (
        <Published
          release={release}
          lacking={lackingOn(release, neededFor('updateRelease'))}
          save={(changes) => shown.foresee(release, () => change<ReleaseAnswer>('PUT', path, changes))}
        />
      )}
      <PagedTable
        caption="Timeline"
        columns={columnsOf({ release, shown, isOver, releases, addressOfTask })}
        rows={lines}
        keyOf={({ id }) => id}
        from={from}
        turn={turn}
      />
    </>
  );
}

interface LiveProps extends Props {
  readonly wanted: readonly Want[];
}

/** What is ahead of a release, which moves on with time. */
function Ahead({ wanted, ...given }: LiveProps) {
  const { value, refusal, refresh } = useEntity<PreviewAnswer>(`/releases/${lastOf(given.release.id)}/preview`, wanted);
  const now = useNow(refresh);
  return (
    <>
      {refusal.value !== null && <Refusal sentence={`Couldn’t estimate dates. ${refusal.value}`} />}
      <Drawn {...given} preview={value.value} foresee={refresh} now={now} />
    </>
  );
}

const nothing = async (): Promise<void> => {};

/** The timeline of a release, as drawing and as table; an ended one has no estimates. */
export function Timeline({ wanted, ...given }: LiveProps) {
  return given.isOver ? (
    <Drawn {...given} preview={undefined} foresee={nothing} now={Date.now()} />
  ) : (
    <Ahead {...given} wanted={wanted} />
  );
}
