import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { mutate } from '../../../api/rest.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { whyUrl } from '../urls.ts';
import { type FollowMode, type FollowState, followPath } from './followed.ts';

export interface FollowProps {
  /** The release, task or folder. */
  readonly object: { readonly id: string; readonly title: string };
  readonly close: () => void;
  /** Whether the object is a release, whose events can be explained. */
  readonly hasEvents?: boolean;
  /** More fields, such as the watchers of a task. */
  readonly children?: ComponentChildren;
  /** Saves the other fields before the mode. Throws ApiError, OfflineError. */
  readonly save?: () => Promise<void>;
}

type Choice = FollowMode | 'rules';

const choices: readonly (readonly [Choice, string, string])[] = [
  ['rules', t('By the rules'), t('Depends on your settings, your role and the rules of the folder.')],
  ['follow', t('Follow'), t('All notifications, also of everything inside.')],
  ['mute', t('Mute'), t('No email and no browser notifications, except required ones.')],
];

interface ChoicesProps {
  readonly value: Choice;
  readonly change: (choice: Choice) => void;
}

/** The modes as radio buttons. */
function Choices({ value, change }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset class="conditions follow-choices">
      <legend>Notifications for you</legend>
      {choices.map(([choice, label, hint]) => (
        <label key={choice} class="check">
          <input type="radio" name={name} checked={choice === value} onChange={() => change(choice)} />
          <span>
            {label}
            <span class="sub block">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Which object around this one decides. */
const Inherited = ({ id, state: { mode, decidedBy } }: { readonly id: string; readonly state: FollowState }) =>
  mode !== null || decidedBy === null || lastSegment(decidedBy) === lastSegment(id) ? null : (
    <p class="hint">
      {lastSegment(decidedBy).startsWith('Folder')
        ? t('You follow or mute a folder around it.')
        : t('You follow or mute its release.')}
    </p>
  );

/** The dialog in which a user follows or mutes an object. */
export function FollowDialog({ object: { id, title }, close, hasEvents = false, children, save }: FollowProps) {
  const { value, refusal } = useQuery<FollowState>(followPath(id));
  const selected = useSignal<Choice | null>(null);
  const state = value.value;
  useEffect(() => {
    if (state !== undefined && selected.peek() === null) selected.value = state.mode ?? 'rules';
  }, [state]);
  const run = async (): Promise<string> => {
    await save?.();
    const mode = selected.peek();
    if (mode !== null && mode !== (state?.mode ?? 'rules')) {
      if (mode === 'rules') await mutate('DELETE', followPath(id));
      else await mutate('PUT', followPath(id), { mode });
    }
    showToast(t('Notifications saved'));
    return '';
  };
  return (
    <FormDialog
      title={t`Notifications of ${title}`}
      submitLabel="Save"
      close={close}
      run={run}
      isDisabled={state === undefined}
    >
      <div class="notice-form">
        <Refusal message={refusal.value} />
        {selected.value !== null && <Choices value={selected.value} change={(choice) => (selected.value = choice)} />}
        {state && <Inherited id={id} state={state} />}
        {children}
        {hasEvents && (
          <p class="hint">
            <Link to={whyUrl({ release: id })} onClick={close}>
              Why was I notified, or not?
            </Link>
          </p>
        )}
      </div>
    </FormDialog>
  );
}
