/** Teams in responses of the teams endpoints (models.txt, TeamView). */
export interface TeamView {
  readonly id: string;
  readonly teamName: string;
  readonly members: readonly { readonly name: string }[];
  readonly permissions: readonly string[];
  readonly systemTeam: boolean;
}
export type Teams = readonly TeamView[];

export const namesOf = (teams: Teams, of: 'teamName' | 'id' = 'teamName'): readonly string[] =>
  teams.map((team) => team[of]);

/** Returns the team with this name. Throws Error if it does not exist. */
export function teamOf(teams: Teams, name: string): TeamView {
  const team = teams.find(({ teamName }) => teamName === name);
  if (team === undefined) throw new Error(`there is no team '${name}'`);
  return team;
}
