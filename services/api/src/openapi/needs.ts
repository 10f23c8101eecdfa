import { neededForCommand } from '@slipway/domain/commands';
import type { Permission } from '@slipway/domain/model';
import type { Needs, NeedsOn } from '../http/needs/needs.ts';

const permissionNames = (anyOf: readonly Permission[]): string =>
  [...new Set(anyOf)].map((permission) => `\`${permission}\``).join(' or ');

function onObject({ on, anyOf, onTemplate, atTop, participant, also }: NeedsOn<string>): string {
  const others = [
    ...(onTemplate === undefined ? [] : [`on a template ${permissionNames(onTemplate)}`]),
    ...(atTop === undefined ? [] : [`at the top ${permissionNames([atTop])}`]),
    ...(also === undefined ? [] : [`and the global permission ${permissionNames(also)}`]),
    ...(participant === true ? ['participants of the task (its owner, and members of its team) need none'] : []),
  ];
  return [`${permissionNames(anyOf)} on \`${on}\``, ...others].join('; ');
}

/** The required permissions of an operation, in a sentence. */
export function describeNeeds(needs: Needs): string {
  if (needs === 'anyone') return 'Every user has access.';
  if ('global' in needs) {
    const own = needs.own === undefined ? '' : `, but for oneself`;
    return `Needs the permission ${permissionNames(needs.global)}${own}.`;
  }
  if ('lists' in needs)
    return `Every user has access; objects without the permission ${permissionNames([needs.lists])} are left out.`;
  if ('anywhere' in needs)
    return `Needs the permission ${permissionNames(needs.anywhere)} on any folder or template: ${needs.why}.`;
  if ('named' in needs) return `Needs the permission ${permissionNames(needs.named)}: ${needs.why}.`;
  if ('all' in needs) return `Needs the permission ${needs.all.map(onObject).join('; and ')}.`;
  if ('command' in needs)
    return `Needs the permission ${onObject({ ...neededForCommand(needs.command), on: needs.on })}.`;
  return `Needs the permission ${onObject(needs)}.`;
}

/** Whether an operation can be refused for a missing permission. */
export const mayBeForbidden = (needs: Needs): boolean => needs !== 'anyone' && !('lists' in needs);
