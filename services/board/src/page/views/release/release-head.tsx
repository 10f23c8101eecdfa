import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import type { Entity } from '../../data/entity.ts';
import { neededFor } from '../../data/needs.ts';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import type { Want } from '../../live/wants.ts';
import { Deed, Lacking } from '../../parts/deed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { lastOf } from '../../place/ids.ts';
import { type Offer, useOffers } from '../../place/offers.ts';
import { AbortDialog } from './abort-dialog.tsx';
import { releaseActionsOn } from './actions.ts';
import { Dates, datesOf } from './dates.tsx';
import { Standing } from './head/standing.tsx';
import { RestartDialog } from './restart/restart-dialog.tsx';
import { lackingOn } from './rights.ts';

interface Props {
  readonly release: ReleaseAnswer;
  readonly shown: Entity<ReleaseAnswer>;
  readonly isArchived: boolean;
  readonly wanted: readonly Want[];
}

/** The open dialog. */
type Opened = 'abort' | 'restart';

interface ToolsProps {
  readonly release: ReleaseAnswer;
  readonly run: (step: string, status: ReleaseAnswer['status']) => Promise<void>;
  readonly open: (dialog: Opened) => void;
}

/** What may be done to all of a release as it is. */
function Tools({ release, run, open }: ToolsProps) {
  const { canStart, canResume, canRestart, canAbort } = releaseActionsOn(release);
  const start = lackingOn(release, neededFor('startRelease'));
  const resume = lackingOn(release, neededFor('resumeRelease'));
  const restart = lackingOn(release, neededFor('restartRelease'));
  const abort = lackingOn(release, neededFor('abortRelease'));
  const lacking = [canStart && start, canResume && resume, canRestart && restart, canAbort && abort];
  const offered = (isOffered: boolean, word: string, missing: string | null, does: () => void): readonly Offer[] =>
    isOffered ? [{ name: `${word} ${release.title}`, lacking: missing, run: does }] : [];
  useOffers([
    ...offered(canStart, 'Start', start, () => void run('start', 'IN_PROGRESS')),
    ...offered(canResume, 'Resume', resume, () => void run('resume', 'IN_PROGRESS')),
    ...offered(canRestart, 'Restart', restart, () => open('restart')),
    ...offered(canAbort, 'Abort', abort, () => open('abort')),
  ]);
  return (
    <>
      <div class="tools">
        {canStart && (
          <Deed lacking={start} run={() => void run('start', 'IN_PROGRESS')}>
            Start
          </Deed>
        )}
        {canResume && (
          <Deed lacking={resume} run={() => void run('resume', 'IN_PROGRESS')}>
            Resume
          </Deed>
        )}
        {canRestart && (
          <Deed lacking={restart} run={() => open('restart')}>
            Restart…
          </Deed>
        )}
        {canAbort && (
          <Deed lacking={abort} run={() => open('abort')}>
            Abort…
          </Deed>
        )}
      </div>
      <Lacking names={lacking.map((name) => name || null)} />
    </>
  );
}

/** The head of a release: its data, status and actions. */
export function ReleaseHead({ release, shown, isArchived, wanted }: Props) {
  const refusal = useSignal<string | null>(null);
  const opened = useSignal<Opened | null>(null);
  const act = (step: string, status: ReleaseAnswer['status'], body?: object): Promise<void> => {
    const path = `/releases/${lastOf(release.id)}/${step}`;
    return shown.foresee({ ...release, status }, () => change<ReleaseAnswer>('POST', path, body));
  };
  const run = async (step: string, status: ReleaseAnswer['status']): Promise<void> => {
    refusal.value = null;
    try {
      await act(step, status);
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  const open = (dialog: Opened | null): void => {
    refusal.value = null;
    opened.value = dialog;
  };
  const close = (): void => open(null);
  return (
    <header class="head">
      <h1>{release.title}</h1>
      <p class="standing">
        <StatusMark status={release.status} />
        {isArchived && <span>In the archive, where nothing changes</span>}
        <span>Owner: {release.owner ?? '–'}</span>
        {datesOf(release).map(([word, at]) => (
          <span key={word}>
            {word}: <Moment at={at} />
          </span>
        ))}
      </p>
      <Standing key={release.id} release={release} isArchived={isArchived} />
      <Refusal sentence={refusal.value} />
      {!isArchived && <Tools release={release} run={run} open={open} />}
      {!isArchived && (
        <Dates
          dated={release}
          lacking={lackingOn(release, neededFor('updateRelease'))}
          save={(dates) =>
            shown.foresee(release, () => change<ReleaseAnswer>('PUT', `/releases/${lastOf(release.id)}`, dates))
          }
        />
      )}
      {opened.value === 'abort' && (
        <AbortDialog
          title={release.title}
          close={close}
          abort={(abortComment) => act('abort', 'ABORTED', { abortComment })}
        />
      )}
      {opened.value === 'restart' && (
        <RestartDialog
          release={release}
          wanted={wanted}
          close={close}
          restart={(query) => act(`restart?${query}`, release.status)}
        />
      )}
    </header>
  );
}
