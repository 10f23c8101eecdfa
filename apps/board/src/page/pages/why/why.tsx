import { useSignal } from '@preact/signals';
import type { PermissionExplanationResponse } from '@slipway/api-schema/people';
import { useEffect } from 'preact/hooks';
import { displayMessage, textOf } from '../../api/language.ts';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { ChoiceField, TextField } from '../../components/fields/field.tsx';
import { Message } from '../../components/message.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { location, navigate } from '../../navigation/router.ts';
import { type StateOf, textParam, urlState, withParams } from '../../navigation/url-state.ts';

export const whyUrl = urlState({
  /** The user name; empty: the current user. */
  user: textParam('user'),
  /** The permission; empty: the permission to view the object. */
  permission: textParam('permission'),
  /** The id of the object; empty: all objects. */
  id: textParam('id'),
});

/** The question whether a user has a permission on an object. */
type WhyQuery = StateOf<typeof whyUrl>;

/** Returns the request path of the explanation; null if the query has neither a permission nor an id. */
export const requestPath = (query: WhyQuery): string | null =>
  query.permission.trim() === '' && query.id.trim() === ''
    ? null
    : withParams('/explain/permission', trimmedParams(query));

/** Returns the query parameters, without surrounding spaces. The page and REST use the same names. */
const trimmedParams = ({ user, permission, id }: WhyQuery): URLSearchParams =>
  whyUrl.params({ user: user.trim(), permission: permission.trim(), id: id.trim() });

/** Shows whether a permission is granted, as an icon and a text. */
const GrantBadge = ({
  isGranted,
  grantedText,
  deniedText,
}: {
  readonly isGranted: boolean;
  readonly grantedText: string;
  readonly deniedText: string;
}) => (
  <span class={`status ${isGranted ? 'done' : 'over'}`}>
    <span class="shape" aria-hidden="true">
      {isGranted ? '✓' : '✕'}
    </span>
    {isGranted ? grantedText : deniedText}
  </span>
);

/** Returns the options of the permission field. Global permissions are first. */
function usePermissionOptions(current: string, isAnyObject: boolean): readonly (readonly [string, string])[] {
  const global = useQuery<readonly string[]>('/global-permissions');
  const local = useQuery<readonly string[]>('/folders/permissions');
  const all = [...(global.value.value ?? []), ...(local.value.value ?? [])];
  const permissionNames = current === '' || all.includes(current) ? all : [current, ...all];
  return [
    ['', isAnyObject ? 'View (default)' : 'Select a permission'],
    ...permissionNames.map((permissionName) => [permissionName, permissionName] as const),
  ];
}

function QuestionForm({ query }: { readonly query: WhyQuery }) {
  const formValues = useSignal(query);
  const { user, permission, id } = formValues.value;
  const options = usePermissionOptions(query.permission, id.trim() !== '');
  const update = (changes: Partial<WhyQuery>): void => {
    formValues.value = { ...formValues.peek(), ...changes };
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    navigate(withParams('/why', trimmedParams(formValues.peek())));
  };
  return (
    <form class="actions" onSubmit={submit}>
      {missingGlobalPermission('changeUsers') === null ? (
        <PersonField label="User (default: you)" kind="user" value={user} change={(text) => update({ user: text })} />
      ) : (
        <p>You can check your own access. Checking others requires {missingGlobalPermission('changeUsers')}.</p>
      )}
      <ChoiceField
        label="Permission"
        value={permission}
        options={options}
        change={(text) => update({ permission: text })}
      />
      <TextField
        label="Resource ID"
        hint="Leave empty to check global permissions"
        value={id}
        change={(text) => update({ id: text })}
      />
      <button type="submit" class="main" disabled={permission === '' && id.trim() === ''}>
        Check
      </button>
    </form>
  );
}

/** Returns the reason that the answer already contains: the first grant, or the state of the user. */
const decisiveReason = ({ granted, reasons }: PermissionExplanationResponse) =>
  reasons.find(({ grants, kind }) => (granted ? grants : kind === 'USER'));

function Answer({ answer }: { readonly answer: PermissionExplanationResponse }) {
  const { username, permission, granted, reasons } = answer;
  const message = displayMessage(answer);
  const text = textOf(message);
  useEffect(() => announce(text), [text]);
  const others = reasons.filter((reason) => reason !== decisiveReason(answer));
  return (
    <section>
      <h2>
        <GrantBadge
          isGranted={granted}
          grantedText={`${username} has ${permission}`}
          deniedText={`${username} doesn’t have ${permission}`}
        />
      </h2>
      <p class="reason">
        <Message message={message} />
      </p>
      {others.length > 0 && (
        <>
          <h3>Details</h3>
          <ul class="names">
            {others.slice(0, 100).map((reason, index) => (
              <li key={index}>
                <GrantBadge isGranted={reason.grants} grantedText="Grants" deniedText="Doesn’t grant" />:{' '}
                <Message message={displayMessage(reason)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The view that explains why a user has or lacks a permission, with roles, teams and folders. */
export function Why() {
  const query = whyUrl.parse(location.value.query);
  const current = useQuery<PermissionExplanationResponse>(requestPath(query), { topics: [polled] });
  useEffect(() => {
    document.title = 'Check access · Slipway';
  }, []);
  const answer = current.value.value;
  return (
    <section>
      <h1>Check access</h1>
      <QuestionForm key={String(whyUrl.params(query))} query={query} />
      <Refusal message={current.refusal.value} />
      {answer && requestPath(query) !== null && <Answer answer={answer} />}
    </section>
  );
}
