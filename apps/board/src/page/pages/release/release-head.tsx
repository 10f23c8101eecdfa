import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo } from 'preact/hooks';
import type { Entity } from '../../api/entity.ts';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { missingPermissionOn } from '../../api/permissions.ts';
import { mutate } from '../../api/rest.ts';
import { ActionButton, MissingPermissions } from '../../components/action-button.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { isFinished, StatusBadge, StatusLabel } from '../../components/status.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { type PaletteAction, usePaletteActions } from '../../navigation/palette-actions.ts';
import { createForecasts } from '../releases/forecasts.ts';
import { EstimatedEnd, Progress } from '../releases/progress.tsx';
import { RiskBadge, riskLabel, type Thresholds } from '../releases/risk-badge.tsx';
import { availableReleaseActions } from './actions.ts';
import { Dates, labeledDates } from './dates.tsx';
import { RestartDialog } from './restart/restart-dialog.tsx';

interface AbortProps {
  readonly title: string;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly abort: (comment: string) => Promise<void>;
}

/** A dialog that requires a reason for the abort of a release, which is irreversible. */
function AbortDialog({ title, close, abort }: AbortProps) {
  const comment = useSignal('');
  const run = async (): Promise<string> => {
    await abort(comment.peek());
    return 'Release aborted';
  };
  return (
    <FormDialog title={`Abort ${title}?`} submitLabel="Abort release" close={close} run={run}>
      <p>Running tasks are stopped. An aborted release can’t be resumed.</p>
      <TextField
        label="Reason"
        value={comment.value}
        isLong
        isRequired
        change={(text) => {
          comment.value = text;
        }}
      />
    </FormDialog>
  );
}

interface SummaryProps {
  readonly release: ReleaseResponse;
  /** Whether the release is archived, and therefore has no forecast and no progress. */
  readonly isArchived: boolean;
}

/** The progress and estimated end of a release, kept up to date. */
function Forecast({ release }: Pick<SummaryProps, 'release'>) {
  const { id } = release;
  const forecasts = useMemo(() => createForecasts(), []);
  return (
    <>
      <span>
        Progress: <Progress id={lastSegment(id)} forecasts={forecasts} />
      </span>
      {!isFinished(release) && (
        <span class="estimated">
          Estimated end: <EstimatedEnd id={lastSegment(id)} forecasts={forecasts} />
        </span>
      )}
    </>
  );
}

/** The risk, progress, estimated end and flags of a release. */
function Summary({ release, isArchived }: SummaryProps) {
  const thresholds = useEntity<Thresholds>('/risks/config', []).value.value;
  const { riskScore, flagStatus, flagComment } = release;
  return (
    <p class="summary forecast">
      <span>
        Risk: <RiskBadge score={Number(riskScore)} thresholds={thresholds} />
      </span>
      {!isArchived && <Forecast release={release} />}
      {flagStatus !== 'OK' && (
        <span>
          Flag: <StatusLabel tone={flagStatus === 'AT_RISK' ? 'failed' : 'waits'} label={riskLabel(flagStatus)} />{' '}
          {flagComment}
        </span>
      )}
    </p>
  );
}

interface Props {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly isArchived: boolean;
  readonly topics: readonly Topic[];
}

type OpenDialog = 'abort' | 'restart';

interface ToolsProps {
  readonly release: ReleaseResponse;
  readonly run: (action: string, status: ReleaseResponse['status']) => Promise<void>;
  readonly open: (dialog: OpenDialog) => void;
}

/** The buttons and dialogs of a release. */
function Tools({ release, run, open }: ToolsProps) {
  const { canStart, canResume, canRestart, canAbort } = availableReleaseActions(release);
  const start = missingPermissionOn(release, 'startRelease');
  const resume = missingPermissionOn(release, 'resumeRelease');
  const restart = missingPermissionOn(release, 'restartRelease');
  const abort = missingPermissionOn(release, 'abortRelease');
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
            Start release
          </ActionButton>
        )}
        {canResume && (
          <ActionButton missingPermission={resume} run={() => void run('resume', 'IN_PROGRESS')}>
            Resume release
          </ActionButton>
        )}
        {canRestart && (
          <ActionButton missingPermission={restart} run={() => open('restart')}>
            Restart from a phase…
          </ActionButton>
        )}
        {canAbort && (
          <ActionButton missingPermission={abort} run={() => open('abort')}>
            Abort release…
          </ActionButton>
        )}
      </div>
      <MissingPermissions names={missingPermissions.map((name) => name || null)} />
    </>
  );
}

/** The head of a release: title, status, summary and actions. */
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
      <p class="summary">
        <StatusBadge status={release.status} />
        {isArchived && <span>Archived. Read only.</span>}
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
          missingPermission={missingPermissionOn(release, 'updateRelease')}
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
