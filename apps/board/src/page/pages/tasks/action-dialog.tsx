import { useSignal } from '@preact/signals';
import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields/field.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { TeamField } from '../../components/people/team-field.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { plural, t } from '../../navigation/text.ts';
import type { BulkAction } from './bulk-actions.ts';

interface Props {
  readonly action: BulkAction;
  readonly tasks: readonly WaitingTaskResponse[];
  /** The input of a failed attempt; empty if there is none. */
  readonly initialText: string;
  readonly close: () => void;
  readonly onSubmit: (inputText: string) => void;
}

const labels = { comment: t('Comment (optional)'), requiredComment: t('Comment') } as const;

/** A dialog for the input of an action. */
export function ActionDialog({ action, tasks, initialText, close, onSubmit }: Props) {
  const inputText = useSignal(initialText);
  const inputKind = action.inputKind ?? 'comment';
  const setText = (text: string): void => {
    inputText.value = text;
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // REST would ignore a required input that contains only spaces, so the field is cleared for the browser's
    // validation.
    if (inputKind !== 'comment' && inputText.value.trim() === '') inputText.value = '';
    else onSubmit(inputText.value);
  };
  const taskCount = plural(tasks.length, '# task', '# tasks');
  return (
    <Dialog title={action.titleFor?.(taskCount) ?? `${action.label} ${taskCount}?`} close={close}>
      <form class="actions" onSubmit={submit}>
        {inputKind === 'user' && (
          <PersonField label="Assignee" kind="user" isRequired value={inputText.value} change={setText} />
        )}
        {inputKind === 'team' && (
          <TeamField
            containerPath={`/releases/${lastSegment(tasks[0]?.release.id ?? '')}`}
            isRequired
            value={inputText.value}
            change={setText}
          />
        )}
        {(inputKind === 'comment' || inputKind === 'requiredComment') && (
          <TextField
            label={labels[inputKind]}
            value={inputText.value}
            isLong
            isRequired={inputKind === 'requiredComment'}
            change={setText}
          />
        )}
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="main">
          {action.label}
        </button>
      </form>
    </Dialog>
  );
}
