import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { Entity } from '../../api/entity.ts';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { neededPermissions } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../components/action-button.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { StatusBadge } from '../../components/status.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { type PaletteAction, usePaletteActions } from '../../navigation/palette-actions.ts';
import { AbortDialog } from './abort-dialog.tsx';
import { availableReleaseActions } from './actions.ts';
import { Dates, labeledDates } from './dates.tsx';
import { Summary } from './head/summary.tsx';
import { missingPermissionOn } from './permissions.ts';
import { RestartDialog } from './restart/restart-dialog.tsx';

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly isArchived: boolean;
  readonly topics: readonly Topic[];
}

/** The open dialog. */
type OpenDialog = 'abort' | 'restart';

interface ToolsProps {
  readonly release: ReleaseResponse;
  readonly run: (action: string, status: ReleaseResponse['status']) => Promise<void>;
  readonly open: (dialog: OpenDialog) => void;
}

/** The actions on a release. */
function Tools({ release, run, open }: ToolsProps) {
  const { canStart, canResume, canRestart, canAbort } = availableReleaseActions(release);
  const start = missingPermissionOn(release, neededPermissions('startRelease'));
  const resume = missingPermissionOn(release, neededPermissions('resumeRelease'));
  const restart = missingPermissionOn(release, neededPermissions('restartRelease'));
  const abort = missingPermissionOn(release, neededPermissions('abortRelease'));
  const missingPermissions = [canStart && start, canResume && resume, canRestart && restart, canAbort && abort];
  const paletteActionIf = (
    isAvailable: boolean,
    label: string,
    missingName: string | null,
    onRun: () => void,
  ): readonly PaletteAction[] =>
    isAvailable ? [{ name: `${label} ${release.title}`, missingPermission: missingName, run: onRun }] : [];
  usePaletteActions([
    ...paletteActionIf(canStart, 'Start', start, () => void run('start', 'IN_PROGRESS')),
    ...paletteActionIf(canResume, 'Resume', resume, () => void run('resume', 'IN_PROGRESS')),
    ...paletteActionIf(canRestart, 'Restart', restart, () => open('restart')),
    ...paletteActionIf(canAbort, 'Abort', abort, () => open('abort')),
  ]);
  return (
    <>
      <div class="tools">
        {canStart && (
          <ActionButton missingPermission={start} run={() => void run('start', 'IN_PROGRESS')}>
            Start
          </ActionButton>
        )}
        {canResume && (
          <ActionButton missingPermission={resume} run={() => void run('resume', 'IN_PROGRESS')}>
            Resume
          </ActionButton>
        )}
        {canRestart && (
          <ActionButton missingPermission={restart} run={() => open('restart')}>
            Restart…
          </ActionButton>
        )}
        {canAbort && (
          <ActionButton missingPermission={abort} run={() => open('abort')}>
            Abort…
          </ActionButton>
        )}
      </div>
      <MissingPermissions names={missingPermissions.map((name) => name || null)} />
    </>
  );
}

/** The head of a release: its data, status and actions. */
export function ReleaseHead({ release, entity, isArchived, topics }: Props) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const openDialog = useSignal<OpenDialog | null>(null);
  const sendAction = (action: string, status: ReleaseResponse['status'], body?: object): Promise<void> => {
    const path = `/releases/${lastSegment(release.id)}/${action}`;
    return entity.updateOptimistically({ ...release, status }, () => mutate<ReleaseResponse>('POST', path, body));
  };
  const run = async (action: string, status: ReleaseResponse['status']): Promise<void> => {
    refusal.value = null;
    try {
      await sendAction(action, status);
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const open = (dialog: OpenDialog | null): void => {
    refusal.value = null;
    openDialog.value = dialog;
  };
  const close = (): void => open(null);
  return (
    <header class="head">
      <h1>{release.title}</h1>
      <p class="standing">
        <StatusBadge status={release.status} />
        {isArchived && <span>In the archive, where nothing changes</span>}
        <span>Owner: {release.owner ?? '–'}</span>
        {labeledDates(release).map(([label, at]) => (
          <span key={label}>
            {label}: <Moment at={at} />
          </span>
        ))}
      </p>
      <Summary key={release.id} release={release} isArchived={isArchived} />
      <Refusal message={refusal.value} />
      {!isArchived && <Tools release={release} run={run} open={open} />}
      {!isArchived && (
        <Dates
          dates={release}
          missingPermission={missingPermissionOn(release, neededPermissions('updateRelease'))}
          save={(dates) =>
            entity.updateOptimistically(release, () =>
              mutate<ReleaseResponse>('PUT', `/releases/${lastSegment(release.id)}`, dates),
            )
          }
        />
      )}
      {openDialog.value === 'abort' && (
        <AbortDialog
          title={release.title}
          close={close}
          abort={(abortComment) => sendAction('abort', 'ABORTED', { abortComment })}
        />
      )}
      {openDialog.value === 'restart' && (
        <RestartDialog
          release={release}
          topics={topics}
          close={close}
          restart={(query) => sendAction(`restart?${query}`, release.status)}
        />
      )}
    </header>
  );
}
