import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { Dialog } from '../../../components/dialog.tsx';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { flagOptions } from '../../../components/fields/options.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Moment } from '../../../components/moment.tsx';
import { t } from '../../../navigation/text.ts';
import { DatesForm, type NewDates } from '../dates.tsx';

interface StartProps {
  readonly release: Pick<ReleaseResponse, 'title' | 'scheduledStartDate'>;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly start: () => Promise<void>;
}

/** A confirmation before a release starts earlier than planned. */
export const StartDialog = ({ release: { title, scheduledStartDate }, close, start }: StartProps) => (
  <FormDialog
    title={t`Start ${title} now?`}
    submitLabel="Start now"
    close={close}
    run={async () => {
      await start();
      return t('Release started');
    }}
  >
    <p>
      The planned start is <Moment at={scheduledStartDate} />. The release starts now instead.
    </p>
  </FormDialog>
);

interface AbortProps {
  readonly title: string;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly abort: (comment: string) => Promise<void>;
}

/** A dialog that requires a reason for the abort of a release, which is irreversible. */
export function AbortDialog({ title, close, abort }: AbortProps) {
  const comment = useSignal('');
  const run = async (): Promise<string> => {
    await abort(comment.peek());
    return t('Release aborted');
  };
  return (
    <FormDialog title={t`Abort ${title}?`} submitLabel="Abort release" isDanger close={close} run={run}>
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

/** A flag with its comment. */
export type Flag = Pick<ReleaseResponse, 'flagStatus'> & { readonly flagComment: string | null };

interface FlagProps {
  readonly release: Pick<ReleaseResponse, 'flagStatus' | 'flagComment'>;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly save: (flag: Flag) => Promise<void>;
}

/** A dialog that sets or clears the flag of a release. */
export function FlagDialog({ release, close, save }: FlagProps) {
  const flagStatus: Signal<string> = useSignal(release.flagStatus === 'OK' ? 'ATTENTION_NEEDED' : release.flagStatus);
  const comment = useSignal(release.flagComment ?? '');
  const run = async (): Promise<string> => {
    const status = flagOptions.find(([name]) => name === flagStatus.peek())?.[0] ?? 'OK';
    const text = comment.peek().trim();
    await save({ flagStatus: status, flagComment: status === 'OK' || text === '' ? null : text });
    return status === 'OK' ? t('Flag cleared') : t('Release flagged');
  };
  const isCleared = flagStatus.value === 'OK';
  return (
    <FormDialog
      title="Flag release"
      submitLabel={isCleared ? t('Clear flag') : t('Flag release')}
      close={close}
      run={run}
      isDisabled={isCleared && release.flagStatus === 'OK'}
    >
      <ChoiceField
        label="Flag"
        value={flagStatus.value}
        options={flagOptions}
        change={(value) => {
          flagStatus.value = value;
        }}
      />
      {!isCleared && (
        <TextField
          label="Comment (optional)"
          value={comment.value}
          isLong
          change={(text) => {
            comment.value = text;
          }}
        />
      )}
    </FormDialog>
  );
}

interface DatesProps {
  readonly release: Pick<ReleaseResponse, 'scheduledStartDate' | 'dueDate'>;
  readonly missingPermission: string | null;
  readonly close: () => void;
  /** Throws ApiError, OfflineError. */
  readonly save: (dates: NewDates) => Promise<void>;
}

/** A dialog with the planned dates of a release. */
export const DatesDialog = ({ release, missingPermission, close, save }: DatesProps) => (
  <Dialog title="Planned dates" close={close}>
    <DatesForm dates={release} missingPermission={missingPermission} save={save} close={close} />
  </Dialog>
);
