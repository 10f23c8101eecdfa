import type { Team } from './teams.ts';

/**
 * Returns the teams of a folder after the teams of a moved template are merged (permissions.md, section 3,
 * mergePermissions). A team of the same name gets the missing members and permissions. Other teams are added.
 */
export function mergeTeams(existing: readonly Team[], moved: readonly Team[], newId: () => string): readonly Team[] {
  const added = moved.filter(({ name }) => !existing.some((team) => team.name === name));
  return [
    ...existing.map((team) => {
      const movedTeam = moved.find(({ name }) => name === team.name);
      return movedTeam === undefined ? team : mergeTeam(team, movedTeam);
    }),
    ...added.map((team) => ({ ...team, id: newId() })),
  ];
}

function mergeTeam(team: Team, movedTeam: Team): Team {
  const missing = movedTeam.members.filter(
    ({ principal }) => !team.members.some((member) => member.principal === principal),
  );
  return {
    ...team,
    permissions: [...new Set([...team.permissions, ...movedTeam.permissions])],
    members: [...team.members, ...missing],
  };
}
