import { neededForCommand, type Permission } from '@slipway/domain';
import type { Needs, NeedsOn } from '../http/needs/needs.ts';

const named = (anyOf: readonly Permission[]): string =>
  [...new Set(anyOf)].map((permission) => `\`${permission}\``).join(' or ');

function onThing({ on, anyOf, onTemplate, atTop, participant }: NeedsOn<string>): string {
  const others = [
    ...(onTemplate === undefined ? [] : [`on a template ${named(onTemplate)}`]),
    ...(atTop === undefined ? [] : [`at the top ${named([atTop])}`]),
    ...(participant === true ? ['participants of the task (its owner, and members of its team) need none'] : []),
  ];
  return [`${named(anyOf)} on \`${on}\``, ...others].join('; ');
}

/** What the caller of an operation needs, in a sentence. */
export function describeNeeds(needs: Needs): string {
  if (needs === 'anyone') return 'Every user has access.';
  if ('global' in needs) {
    const own = needs.own === undefined ? '' : `, but for oneself`;
    return `Needs the permission ${named(needs.global)}${own}.`;
  }
  if ('lists' in needs)
    return `Every user has access; objects without the permission ${named([needs.lists])} are left out.`;
  if ('anywhere' in needs)
    return `Needs the permission ${named(needs.anywhere)} on any folder or template: ${needs.why}.`;
  if ('named' in needs) return `Needs the permission ${named(needs.named)}: ${needs.why}.`;
  if ('all' in needs) return `Needs the permission ${needs.all.map(onThing).join('; and ')}.`;
  if ('command' in needs)
    return `Needs the permission ${onThing({ ...neededForCommand[needs.command], on: needs.on })}.`;
  return `Needs the permission ${onThing(needs)}.`;
}

/** Whether a caller may be refused for what they may not do. */
export const mayBeForbidden = (needs: Needs): boolean => needs !== 'anyone' && !('lists' in needs);
