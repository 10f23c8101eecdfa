import { Invalid, neededToChange } from '@slipway/domain';
import {
  createRoles,
  createUser,
  deleteRole,
  deleteUser,
  type Passwords,
  renameRole,
  requireHeld,
  roleAt,
  updateRoles,
  updateUsers,
} from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { newUserBody, roleBodies, roleBody, userBodies, userBody } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import { actorOf, guarded, type OutsideAction, type ResolvedAction, within } from './outside-action.ts';

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

/** What a script does to users and roles. */
export type PeopleAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;

export const isOfPeople = (action: ScriptAction): action is PeopleAction => kinds.some((does) => does === action.does);

/** No password comes from a script: its text, its variables and its output are read by more people than set one. */
const noPasswords = (): never => {
  throw new Invalid('password: scripts set no passwords');
};
const passwords: Passwords = { least: 0, hash: async () => noPasswords(), requireOwn: async () => noPasswords() };

type Perform = (context: ScriptContext, asking: Asking) => Promise<unknown>;
type Asking = { readonly caller: Parameters<OutsideAction['perform']>[1]; readonly actor: ReturnType<typeof actorOf> };

/** Such an action as REST would do it. Throws the schema's error for a body. */
export function ofPeople(context: ScriptContext, action: PeopleAction): ResolvedAction {
  const [doing, perform] = isOfRoles(action) ? roleWork(action) : userWork(action);
  return guarded({
    doing,
    perform: (engine, caller) => perform(within(context, engine), { caller, actor: actorOf(caller) }),
  });
}

type RoleAction = Extract<PeopleAction, { does: `${string}Role${string}` }>;
const isOfRoles = (action: PeopleAction): action is RoleAction => /Roles?$/.test(action.does);

function userWork(action: Exclude<PeopleAction, RoleAction>): readonly [doing: string, perform: Perform] {
  switch (action.does) {
    case 'createUser': {
      const { username } = action;
      const body = newUserBody.parse(action.user);
      return ['make a user', (context, asking) => createUser(context, asking, { username, body, passwords })];
    }
    case 'updateUser': {
      const update = { username: action.username, body: userBody.parse(action.user) };
      return ['change a user', (context, asking) => updateUsers(context, asking, [update], passwords)];
    }
    case 'updateUsers': {
      const updates = userBodies.parse(action.users).map(({ username, ...body }) => ({ username, body }));
      return [
        'change users',
        async (context, asking) => {
          requireHeld(asking.caller, neededToChange.user);
          await updateUsers(context, asking, updates, passwords);
        },
      ];
    }
    case 'deleteUser': {
      const { username } = action;
      // With the key of the action in one transaction: a repetition would find no user.
      const perform: Perform = ({ engine }, asking) =>
        engine.change((database) => deleteUser({ engine, database }, asking, username));
      return ['delete a user', perform];
    }
  }
}

/** Like REST, checks the permission before it looks for the role. */
const held =
  (perform: Perform): Perform =>
  async (context, asking) => {
    requireHeld(asking.caller, neededToChange.role);
    await perform(context, asking);
  };

function roleWork(action: RoleAction): readonly [doing: string, perform: Perform] {
  switch (action.does) {
    case 'createRole': {
      const role = roleAt(action.roleName, roleBody.parse(action.role));
      return ['make a role', held((context, asking) => createRoles(context, asking, [role]))];
    }
    case 'createRoles': {
      const roles = roleBodies.parse(action.roles);
      return ['make roles', held((context, asking) => createRoles(context, asking, roles))];
    }
    case 'updateRole': {
      const role = roleAt(action.roleName, roleBody.parse(action.role));
      return ['change a role', held((context, asking) => updateRoles(context, asking, [role]))];
    }
    case 'updateRoles': {
      const roles = roleBodies.parse(action.roles);
      return ['change roles', held((context, asking) => updateRoles(context, asking, roles))];
    }
    case 'renameRole': {
      const { roleName, newName } = action;
      return ['rename a role', held((context, asking) => renameRole(context, asking, roleName, newName))];
    }
    case 'deleteRole': {
      const { roleName } = action;
      return ['delete a role', held((context, asking) => deleteRole(context, asking, roleName))];
    }
  }
}
