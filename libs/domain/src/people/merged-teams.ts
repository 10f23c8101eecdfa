import type { Team } from './teams.ts';

/**
 * The teams of a folder after the teams of a moved template were added (permissions.md, section 3, mergePermissions): a
 * team of the same name gets the missing members and permissions, and other teams are added.
 */
export function mergedTeams(into: readonly Team[], own: readonly Team[], newId: () => string): readonly Team[] {
  const added = own.filter(({ name }) => !into.some((team) => team.name === name));
  return [
    ...into.map((team) => {
      const other = own.find(({ name }) => name === team.name);
      return other === undefined ? team : merged(team, other);
    }),
    ...added.map((team) => ({ ...team, id: newId() })),
  ];
}

function merged(team: Team, other: Team): Team {
  const missing = other.members.filter(({ principal }) => !team.members.some((one) => one.principal === principal));
  return {
    ...team,
    permissions: [...new Set([...team.permissions, ...other.permissions])],
    members: [...team.members, ...missing],
  };
}
