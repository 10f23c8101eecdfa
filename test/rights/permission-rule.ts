import { neededForCommand } from '@slipway/domain/commands';
import { globalPermissions, type Permission } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Needs } from '../../services/api/src/http/needs/needs.ts';
import type { Route } from '../../services/api/src/http/route.ts';

/** Whether a permission is granted by roles, for all objects. */
export const isGlobal = (permission: Permission): boolean =>
  globalPermissions.some((candidate) => candidate === permission);

/** The requested object, as far as its visibility depends on it. */
export type Kind = 'plan' | 'task' | 'template' | 'folder' | 'trigger' | 'configuration';

/** The permissions of a call. */
export interface PermissionRule {
  /** one of these permissions is enough */
  readonly anyOf: readonly Permission[];
  /** each of these permissions is required, too */
  readonly also?: readonly Permission[];
  /** The permission to view the object; null: it is public. */
  readonly sees: Permission | null;
  readonly kind: Kind | null;
  /** enough at any location */
  readonly anywhere?: true;
  /** Participants of the task are permitted. */
  readonly participant: boolean;
  /** Whether the owner of the release is permitted. */
  readonly owner: boolean;
}

const viewPermissions: Readonly<Record<Kind, Permission>> = {
  plan: neededToRead.release,
  task: neededToRead.task,
  template: neededToRead.template,
  folder: neededToRead.folder,
  trigger: neededToRead.trigger,
  configuration: neededToRead.configuration,
};

const kindOf = (parameter: string, path: string): Kind => {
  if (path.startsWith('/templates') || parameter === 'templateId') return 'template';
  if (
    parameter === 'taskId' ||
    parameter === 'attachmentId' ||
    parameter === 'conditionId' ||
    parameter === 'dependencyId'
  )
    return 'task';
  if (parameter === 'folderId') return 'folder';
  if (parameter === 'triggerId') return 'trigger';
  return parameter === 'configurationId' || parameter === 'endpointId' ? 'configuration' : 'plan';
};

/** The declaration of a route, for the object of its parameter; null: it requires no permission. */
export function ruleOf({ needs, path }: Pick<Route, 'needs' | 'path'>): PermissionRule | null {
  if (needs === 'anyone' || 'lists' in needs || 'named' in needs || 'anywhere' in needs) return null;
  if ('global' in needs) return { anyOf: needs.global, sees: null, kind: null, participant: false, owner: false };
  if (!('all' in needs)) return ruleOn(needs, path);
  const [first, second] = needs.all.map((candidate) => ruleOn(candidate, path));
  // Of two objects in one location the first determines the visibility.
  return { ...first!, anyOf: second!.anyOf, also: first!.anyOf };
}

function ruleOn(needs: Extract<Needs, { readonly on: string }>, path: string): PermissionRule {
  const kind = kindOf(needs.on, path);
  const sees = viewPermissions[kind];
  const template = kind === 'template';
  if ('command' in needs) {
    const { anyOf, onTemplate, ...access } = {
      participant: undefined,
      owner: undefined,
      ...neededForCommand(needs.command),
    };
    const participant = access.participant === true && kind === 'task';
    return { anyOf: template ? onTemplate : anyOf, sees, kind, participant, owner: access.owner === true && !template };
  }
  const reads = needs.anyOf.includes(sees) && needs.also === undefined;
  return {
    anyOf: template ? (needs.onTemplate ?? needs.anyOf) : needs.anyOf,
    // The first of the global permissions is tested.
    ...(needs.also && { also: needs.also.slice(0, 1) }),
    sees,
    kind,
    participant: reads && kind === 'task',
    owner: reads && (kind === 'plan' || kind === 'task'),
  };
}

/** The relation of a caller to the release or the task of a call. */
export type Relation = 'owner of the task' | 'member of its team' | 'owner of the release' | null;

export type ExpectedResult = 'allowed' | '403' | '404';

/** The expected result for a caller with exactly these permissions at the location of the object. */
export function expectedOf(
  rule: PermissionRule,
  heldPermissions: ReadonlySet<string>,
  relation: Relation,
): ExpectedResult {
  const { anyOf, also = [], kind } = rule;
  const participates = kind === 'task' && (relation === 'owner of the task' || relation === 'member of its team');
  const owns = (kind === 'task' || kind === 'plan') && relation === 'owner of the release';
  const granted =
    anyOf.some((candidate) => heldPermissions.has(candidate)) &&
    also.every((candidate) => heldPermissions.has(candidate));
  if (granted || (rule.participant && participates) || (rule.owner && owns)) return 'allowed';
  const sees = rule.sees === null || heldPermissions.has(rule.sees) || participates || owns;
  return sees || isGlobal(anyOf[0]!) ? '403' : '404';
}
