import { useSignal } from '@preact/signals';
import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { fullNameOf } from '../../../../api/full-names.ts';
import { displayMessage } from '../../../../api/language.ts';
import { missingGlobalPermission } from '../../../../api/permissions.ts';
import { Avatar } from '../../../../components/marks/avatar.tsx';
import { UserName } from '../../../../components/marks/user-name.tsx';
import { Message } from '../../../../components/message.tsx';
import { PersonField } from '../../../../components/people/person-field.tsx';
import { Refusal } from '../../../../components/refusal.tsx';
import { useQuery } from '../../../../live/queries.ts';
import { polled } from '../../../../live/subscriptions.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { Requirement } from './requirement.ts';

interface Props {
  readonly task: TaskResponse;
  /** The teams of the release; undefined if the user cannot view it. */
  readonly teams: ReleaseResponse['teams'] | undefined;
}

/** The members of the required team, or the name of the required role. */
function Candidates({
  requirement: { team, role },
  teams,
}: Pick<Props, 'teams'> & { readonly requirement: Requirement }) {
  if (team === undefined) return <p>{t`All users with the role ${role ?? ''}`}</p>;
  const members = teams?.find(({ teamName }) => teamName === team)?.members ?? [];
  const title = t`Members of the team ${team}`;
  return (
    <>
      <p>{title}</p>
      {members.length === 0 && <p class="empty">No members</p>}
      {members.length > 0 && (
        <ul class="panel-list" aria-label={title}>
          {members.map((member) => (
            <li key={member}>
              <Avatar name={member} />
              <UserName name={member} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether the checked user may approve the gate, or why not. */
function CheckResult({ task, user }: { readonly task: TaskResponse; readonly user: string }) {
  const query = new URLSearchParams({ user });
  const explanation = useQuery<ExplanationResponse>(`/tasks/${lastSegment(task.id)}/explain?${query}`, {
    topics: [polled],
  });
  const { refused, refusedMessages } = explanation.value.value ?? {};
  return (
    <>
      <Refusal message={explanation.refusal.value} retry={explanation.retry} />
      {explanation.value.value && explanation.isCurrent() && (
        <p class="reason" role="status">
          {refused?.approve === undefined ? (
            t`${fullNameOf(user)} can approve this gate.`
          ) : (
            <Message message={displayMessage({ ...refusedMessages?.approve, sentence: refused.approve })} />
          )}
        </p>
      )}
    </>
  );
}

/** The users who may approve a gate, and a check of any user with the reason why the user may not. */
export function Approvers({ task, teams }: Props) {
  const name = useSignal('');
  const checked = useSignal('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    checked.value = name.value.trim();
  };
  return (
    <>
      {(task.approvalRequirements ?? []).map((requirement, index) => (
        <Candidates key={index} requirement={requirement} teams={teams} />
      ))}
      {missingGlobalPermission('changeUsers') === null && (
        <form class="actions" onSubmit={submit}>
          <PersonField
            label="Check a user"
            kind="user"
            isRequired
            value={name.value}
            change={(text) => (name.value = text)}
          />
          <button type="submit">Check</button>
        </form>
      )}
      {checked.value !== '' && <CheckResult task={task} user={checked.value} />}
    </>
  );
}
