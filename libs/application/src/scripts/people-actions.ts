import { newUserBody, roleBodies, roleBody, userBodies, userBody } from '@slipway/api-schema/people';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { neededToChange } from '@slipway/domain/people';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ResourceContext } from '../model/context.ts';
import { requireGlobalPermission } from '../model/require-permission.ts';
import type { CallerContext, Passwords } from '../people/caller-context.ts';
import { createRoles, deleteRole, renameRole, roleAt, updateRoles } from '../people/roles.ts';
import { updateUsers } from '../people/update-users.ts';
import { createUser, deleteUser } from '../people/users.ts';
import { actorOf, limitedToAuthor, type ResolvedAction, withEngine } from './resolved-action.ts';

const kinds = [
  'createUser',
  'updateUser',
  'updateUsers',
  'deleteUser',
  'createRole',
  'createRoles',
  'updateRole',
  'updateRoles',
  'renameRole',
  'deleteRole',
] as const;

/** The script actions on users and roles. */
export type PeopleAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isPeopleAction = (action: ScriptAction): action is PeopleAction =>
  kinds.some((does) => does === action.does);

/**
 * Rejects passwords from scripts: more people can read the text, variables and output of a script than may set a
 * password.
 */
const refusePassword = (): never => {
  throw new Invalid(message('user.passwordByScript'));
};
const passwords: Passwords = {
  minLength: 0,
  hash: async () => refusePassword(),
  requireOwn: async () => refusePassword(),
};

type Perform = (context: ResourceContext, requester: CallerContext) => Promise<unknown>;

/** Resolves an action on users or roles, with the rules of REST. Throws the validation error of a body. */
export function resolvePeopleAction(context: ResourceContext, action: PeopleAction): ResolvedAction {
  const [description, perform] = isRoleAction(action) ? roleWork(action) : userWork(action);
  return limitedToAuthor({
    description,
    perform: (engine, caller) => perform(withEngine(context, engine), { caller, actor: actorOf(caller) }),
  });
}

type RoleAction = Extract<PeopleAction, { does: `${string}Role${string}` }>;
const isRoleAction = (action: PeopleAction): action is RoleAction => /Roles?$/.test(action.does);

function userWork(action: Exclude<PeopleAction, RoleAction>): readonly [doing: string, perform: Perform] {
  switch (action.does) {
    case 'createUser': {
      const { username } = action;
      const body = newUserBody.parse(action.user);
      return ['make a user', (context, requester) => createUser(context, requester, { username, body, passwords })];
    }
    case 'updateUser': {
      const update = { username: action.username, body: userBody.parse(action.user) };
      return ['change a user', (context, requester) => updateUsers(context, requester, [update], passwords)];
    }
    case 'updateUsers': {
      const updates = userBodies.parse(action.users).map(({ username, ...body }) => ({ username, body }));
      return [
        'change users',
        async (context, requester) => {
          requireGlobalPermission(requester.caller, neededToChange.user);
          await updateUsers(context, requester, updates, passwords);
        },
      ];
    }
    case 'deleteUser': {
      const { username } = action;
      // In one transaction with the key of the action, because a repeated deletion would not find the user.
      const perform: Perform = ({ engine }, requester) =>
        engine.change((database) => deleteUser({ engine, database }, requester, username));
      return ['delete a user', perform];
    }
  }
}

/** Checks the permission before the existence of the role, like REST. */
const withRolePermission =
  (perform: Perform): Perform =>
  async (context, requester) => {
    requireGlobalPermission(requester.caller, neededToChange.role);
    await perform(context, requester);
  };

function roleWork(action: RoleAction): readonly [doing: string, perform: Perform] {
  switch (action.does) {
    case 'createRole': {
      const role = roleAt(action.roleName, roleBody.parse(action.role));
      return ['make a role', withRolePermission((context, requester) => createRoles(context, requester, [role]))];
    }
    case 'createRoles': {
      const roles = roleBodies.parse(action.roles);
      return ['make roles', withRolePermission((context, requester) => createRoles(context, requester, roles))];
    }
    case 'updateRole': {
      const role = roleAt(action.roleName, roleBody.parse(action.role));
      return ['change a role', withRolePermission((context, requester) => updateRoles(context, requester, [role]))];
    }
    case 'updateRoles': {
      const roles = roleBodies.parse(action.roles);
      return ['change roles', withRolePermission((context, requester) => updateRoles(context, requester, roles))];
    }
    case 'renameRole': {
      const { roleName, newName } = action;
      return [
        'rename a role',
        withRolePermission((context, requester) => renameRole(context, requester, roleName, newName)),
      ];
    }
    case 'deleteRole': {
      const { roleName } = action;
      return ['delete a role', withRolePermission((context, requester) => deleteRole(context, requester, roleName))];
    }
  }
}
