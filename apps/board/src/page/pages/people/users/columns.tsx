import type { UserResponse } from '@slipway/api-schema/people';
import { Moment } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { Link } from '../../../navigation/link.tsx';

interface UserActions {
  readonly edit: (user: UserResponse) => void;
  readonly lock: (user: UserResponse) => void;
  readonly remove: (user: UserResponse) => void;
}

/** Whether a user can log in, by shape and word. */
const LoginBadge = ({ isAllowed }: { readonly isAllowed: boolean }) => (
  <span class={`status ${isAllowed ? 'done' : 'over'}`}>
    <span class="shape" aria-hidden="true">
      {isAllowed ? '✓' : '✕'}
    </span>
    {isAllowed ? 'May log in' : 'Locked'}
  </span>
);

/** What a list of users shows of each. */
export const columnsOf = ({ edit, lock, remove }: UserActions): readonly Column<UserResponse>[] => [
  { name: 'User', cell: ({ username }) => username },
  { name: 'Name', cell: ({ fullName }) => fullName || '–' },
  { name: 'Mail', cell: ({ email }) => email || '–' },
  { name: 'From', cell: ({ external }) => (external ? 'Single sign-on' : 'Here') },
  { name: 'Login', cell: ({ loginAllowed }) => <LoginBadge isAllowed={loginAllowed} /> },
  { name: 'Last active', cell: ({ lastActive }) => <Moment at={lastActive ?? undefined} /> },
  {
    name: 'Steps',
    cell: (user) => (
      <div class="tools">
        <button type="button" onClick={() => edit(user)}>
          Change {user.username}…
        </button>
        <button type="button" onClick={() => lock(user)}>
          {user.loginAllowed ? 'Lock' : 'Unlock'} {user.username}
        </button>
        <button type="button" onClick={() => remove(user)}>
          Delete {user.username}…
        </button>
        <Link to={`/why?${new URLSearchParams({ user: user.username })}`} class="button">
          Check access of {user.username}
        </Link>
      </div>
    ),
  },
];
