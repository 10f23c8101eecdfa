import { type FullNamesResponse, type MeResponse, showFullNames, showMe } from '@slipway/api-schema/people';
import { missingAccountPermissions } from '@slipway/domain/forecast';
import { globalPermissions } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { findAccount, listMyTeams, readActiveFullNames, readGrants, toPrincipals } from '@slipway/persistence/people';
import type { ReadContext } from '../model/context.ts';

const maxTeams = 1_000;

/** About 80 kB, 30 kB compressed. Users beyond it have their user names in the board. */
const maxFullNames = 2_000;

/** Returns the principals of a user. A restricted token is in no team. */
function principalsFor(caller: Person, roles: readonly { readonly id: string }[]): readonly string[] {
  const { scopes, principals } = caller.visibility(neededToRead.folder);
  return scopes === null ? toPrincipals(caller.username, roles) : principals;
}

interface MeContext extends Pick<ReadContext, 'database'> {
  /** Whether the user `admin` still has the password of the first start. */
  readonly hasDefaultPassword: () => Promise<boolean>;
}

/** The parts of the response that belong to other subjects. */
interface MeParts {
  readonly hasTeams: boolean;
  /** Returns the number of unread entries of the caller's inbox. */
  readonly countUnread: () => Promise<number>;
}

/** Returns the logged-in user, with roles, global permissions and, with `hasTeams`, teams. */
export async function renderMe(
  { database, hasDefaultPassword }: MeContext,
  caller: Person,
  { hasTeams, countUnread }: MeParts,
): Promise<MeResponse> {
  const { username } = caller;
  const [account, { roles }, unreadNotifications] = await Promise.all([
    findAccount(database, username),
    readGrants(database, username),
    caller.isLimited ? undefined : countUnread(),
  ]);
  return showMe({
    username,
    fullName: account?.fullName ?? null,
    email: account?.email ?? null,
    external: account?.external ?? false,
    unreadNotifications,
    mustChangePassword: account?.mustChangePassword ?? false,
    adminHasDefaultPassword: caller.hasPermission(neededToChange.adminUser) && (await hasDefaultPassword()),
    roles: roles.map(({ name }) => name),
    permissions: globalPermissions.filter((permission) => caller.hasPermission(permission)),
    lacking: missingAccountPermissions(caller.hasPermission),
    teams: hasTeams ? await listMyTeams(database, principalsFor(caller, roles), maxTeams) : null,
  });
}

/** Returns the full names of the most recently active users. All users can see them. */
export const renderFullNames = async ({ database }: Pick<ReadContext, 'database'>): Promise<FullNamesResponse> =>
  showFullNames(await readActiveFullNames(database, maxFullNames));
