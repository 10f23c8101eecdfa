import { useSignal } from '@preact/signals';
import type { PermissionExplanationResponse } from '@slipway/api-schema/people';
import { isWithoutFeature } from '@slipway/domain/permission-presets';
import { useEffect } from 'preact/hooks';
import CircleCheck from '~icons/lucide/circle-check';
import CircleX from '~icons/lucide/circle-x';
import Crown from '~icons/lucide/crown';
import Folder from '~icons/lucide/folder';
import IdCard from '~icons/lucide/id-card';
import ShieldQuestionMark from '~icons/lucide/shield-question-mark';
import User from '~icons/lucide/user';
import UserCheck from '~icons/lucide/user-check';
import Users from '~icons/lucide/users';
import { type DisplayMessage, displayMessage, type ResponseMessage, textOf } from '../../api/language.ts';
import { permissionReason } from '../../api/permission-reason.ts';
import { permissionName } from '../../api/permission-words.ts';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { membersInWords } from '../../api/refusal-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ChoiceField } from '../../components/fields/field.tsx';
import { Icon, type IconNode } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { UserName } from '../../components/marks/user-name.tsx';
import { Message } from '../../components/message.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PersonField } from '../../components/people/person-field.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { location, navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { type StateOf, textParam, urlState, withParams } from '../../navigation/url-state.ts';
import { ObjectField } from './object-field.tsx';

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

/** Returns the name of a permission with its id, which requests and responses of REST contain. */
const permissionLabel = (id: string): string => (permissionName(id) === id ? id : `${permissionName(id)} (${id})`);

/** Returns the options of the permission field, without permissions that have no effect. Global permissions are first. */
function usePermissionOptions(current: string, isAnyObject: boolean): readonly (readonly [string, string])[] {
  const global = useQuery<readonly string[]>('/global-permissions');
  const local = useQuery<readonly string[]>('/folders/permissions');
  const all = [...(global.value.value ?? []), ...(local.value.value ?? [])].filter((id) => !isWithoutFeature(id));
  const ids = current === '' || all.includes(current) ? all : [current, ...all];
  return [
    ['', isAnyObject ? t('View (default)') : t('Select a permission')],
    ...ids.map((id) => [id, permissionLabel(id)] as const),
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
    <form class="card body actions question" onSubmit={submit}>
      {missingGlobalPermission('changeUsers') === null ? (
        <PersonField
          label="User"
          kind="user"
          hint="Leave empty to check your own access"
          value={user}
          change={(text) => update({ user: text })}
        />
      ) : (
        <p>
          You can check your own access. To check others: {permissionReason(missingGlobalPermission('changeUsers'))}
        </p>
      )}
      <ChoiceField
        label="Permission"
        value={permission}
        options={options}
        change={(text) => update({ permission: text })}
      />
      <ObjectField value={id} change={(text) => update({ id: text })} />
      <button type="submit" class="main" disabled={permission === '' && id.trim() === ''}>
        Check
      </button>
    </form>
  );
}

/** Returns the reason that the answer already contains: the first grant, or the state of the user. */
const decisiveReason = ({ granted, reasons }: PermissionExplanationResponse) =>
  reasons.find(({ grants, kind }) => (granted ? grants : kind === 'USER'));

type Reason = PermissionExplanationResponse['reasons'][number];

const reasonKinds: Readonly<Record<Reason['kind'], readonly [IconNode, string]>> = {
  USER: [User, t('User')],
  ROLE: [IdCard, t('Role')],
  TEAM: [Users, t('Team')],
  OWNER: [Crown, t('Owner')],
  PARTICIPANT: [UserCheck, t('Participant')],
  PLACE: [Folder, t('Folder')],
};

/** A step of the chain from the user over roles and teams to the folder. */
function ReasonStep({ reason }: { readonly reason: Reason }) {
  const [icon, kind] = reasonKinds[reason.kind];
  return (
    <li>
      <span class="tile">
        <Icon of={icon} />
      </span>
      <div>
        <p class="row wrapped">
          <strong>{kind}</strong>
          {(reason.grants || reason.kind !== 'PLACE') && (
            <StatusLabel
              tone={reason.grants ? 'done' : 'over'}
              label={reason.grants ? t('Gives access') : t('Gives no access')}
            />
          )}
        </p>
        <p>
          <Message message={inWords(reason)} />
        </p>
      </div>
    </li>
  );
}

/** Returns a message of the answer with the names of permissions. */
const inWords = ({ sentence, code, params }: ResponseMessage): ReturnType<typeof displayMessage> =>
  displayMessage({ sentence, code, params: membersInWords(params) });

/** Returns the refusal of the question. The text of REST about a missing object names the parameter of the request. */
const questionRefusal = (refusal: DisplayMessage | null): DisplayMessage | null =>
  refusal !== null && typeof refusal !== 'string' && refusal.code === 'permission.idExpected'
    ? t('Select an object: teams grant this permission in folders, and roles do not.')
    : refusal;

/** The result of the check. A user who does not exist has no permissions to speak of. */
function Result({ answer: { username, permission, granted, code } }: AnswerProps) {
  if (code === 'permissionReason.unknownUser') return <>No such user</>;
  const name = permissionName(permission);
  return granted ? (
    <>
      <UserName name={username} /> has the permission “{name}”
    </>
  ) : (
    <>
      <UserName name={username} /> does not have the permission “{name}”
    </>
  );
}

interface AnswerProps {
  readonly answer: PermissionExplanationResponse;
}

function Answer({ answer }: AnswerProps) {
  const { granted, reasons } = answer;
  const message = inWords(answer);
  const text = textOf(message);
  useEffect(() => announce(text), [text]);
  const others = reasons.filter((reason) => reason !== decisiveReason(answer));
  return (
    <section class={`card access-answer ${granted ? 'granted' : 'denied'}`}>
      <header>
        <Icon of={granted ? CircleCheck : CircleX} size="large" />
        <h2>
          <Result answer={answer} />
        </h2>
      </header>
      <div class="body">
        <p class="reason">
          <Message message={message} />
        </p>
        {others.length > 0 && (
          <>
            <h3>Details</h3>
            <ol class="chain">
              {others.slice(0, 100).map((reason, index) => (
                <ReasonStep key={index} reason={reason} />
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}

const breadcrumb = [
  { label: t('People'), to: '/people' },
  { label: t('Check access'), to: null },
];

/** The view that explains why a user has or lacks a permission, with roles, teams and folders. */
export function Why() {
  const query = whyUrl.parse(location.value.query);
  const current = useQuery<PermissionExplanationResponse>(requestPath(query), { topics: [polled] });
  useBreadcrumb(breadcrumb);
  useEffect(() => {
    document.title = t('Check access · Slipway');
  }, []);
  const answer = current.value.value;
  return (
    <section>
      <PageHead title="Check access" meta="Find out why a user has or lacks a permission" />
      <div class="question-and-answer">
        <QuestionForm key={String(whyUrl.params(query))} query={query} />
        <div>
          <Refusal message={questionRefusal(current.refusal.value)} retry={current.retry} />
          {answer && requestPath(query) !== null ? (
            <Answer answer={answer} />
          ) : (
            <div class="card">
              <EmptyState icon={ShieldQuestionMark} text="Select a permission or an object, then check it." />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
