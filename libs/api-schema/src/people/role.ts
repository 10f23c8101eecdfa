import { message } from '@slipway/domain/messages';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { list, listUpTo, optional } from '../format/scalars.ts';

/** A role with its principals (permissions.md, Roles). */
export const roleResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    permissions: list(z.string()),
    principals: list(z.object({ username: z.string(), fullname: z.string().optional() }).meta({ id: 'PrincipalView' })),
  })
  .meta({ id: 'RoleView' });

export type RoleResponse = z.output<typeof roleResponse>;

/** The maximum number of users and groups in one role. */
const maxPrincipals = 5_000;
const maxPermissions = 500;
/** The maximum number of roles in a request. */
const maxBodies = 500;

const expectsText = expects(message('expected.text'));
const fields = {
  permissions: optional(listUpTo(maxPermissions, z.string(expectsText))),
  principals: optional(
    listUpTo(maxPrincipals, z.object({ username: z.string(expectsText) })).describe('users and groups, by name'),
  ),
};

/** A new role, or the changes of a role: members in the request are replaced. */
export const roleBody = z.object({ name: optional(z.string(expectsText)), ...fields }).meta({ id: 'RoleRequest' });
export type RoleBody = z.output<typeof roleBody>;

/** Several roles, identified by name. */
export const roleBodies = listUpTo(
  maxBodies,
  z.object({ name: z.string(expectsText), ...fields }).meta({ id: 'NamedRole' }),
);

interface RoleView {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly principals: readonly { readonly username: string; readonly fullName: string | null }[];
}

/** Renders a role. */
export const showRole = ({ id, name, permissions, principals }: RoleView): RoleResponse => ({
  id,
  name,
  permissions,
  principals: principals.map(({ username, fullName }) => ({ username, fullname: fullName ?? undefined })),
});
