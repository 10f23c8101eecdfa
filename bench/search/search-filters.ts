/** The body of a search request. */
export type Body = Readonly<Record<string, unknown>>;

const day = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString();
const newest = { orderBy: 'start_date', orderDirection: 'DESC' };
const riskOf = (riskStatus: string, attentionNeededFrom: number, atRiskFrom: number) => ({
  riskStatusWithThresholds: { riskStatus, attentionNeededFrom, atRiskFrom },
});

/**
 * The searches by subject: from conditions that most releases match to those that few or none match, in several orders.
 */
export const filters: Readonly<Record<string, readonly Body[]>> = {
  'title part': [
    { title: 'gateway service' },
    { title: 'PAYMENTS', ...newest },
    { title: 'REL-4321', orderBy: 'title' },
    { title: 'hotfix', orderBy: 'risk' },
    { title: 'loyalty worker 3.1', ...newest },
    { title: 'nothing is called so' },
    { title: 'production' },
    { title: 'st', orderBy: 'end_date' },
  ],
  tags: [
    { tags: ['tag0'] },
    { tags: ['tag390'], ...newest },
    { tags: ['tag1', 'tag2'], orderBy: 'title' },
    { tags: ['unused'] },
    { tags: ['q2-2024'], orderBy: 'risk' },
    { tags: ['tag17', 'q1-2023'], ...newest },
    { taskTags: ['task7'] },
    { taskTags: ['task7', 'task8'], ...newest },
  ],
  status: [
    { completed: true },
    { aborted: true, ...newest },
    { active: true, orderBy: 'risk' },
    { statuses: ['FAILED', 'FAILING'], orderBy: 'title' },
    { planned: true, orderBy: 'end_date' },
    { inactive: true, orderBy: 'end_date', orderDirection: 'DESC' },
  ],
  dates: [
    { timeFrame: 'LAST_SEVEN_DAYS' },
    { timeFrame: 'LAST_MONTH', ...newest },
    { timeFrame: 'LAST_YEAR', orderBy: 'title' },
    { timeFrame: 'RANGE', from: daysAgo(900), to: daysAgo(870) },
    { timeFrame: 'RANGE', from: daysAgo(900), to: daysAgo(870), orderBy: 'risk' },
    { from: daysAgo(1_500), to: daysAgo(1_499), ...newest },
    { from: daysAgo(40), orderBy: 'end_date' },
    { to: daysAgo(2_000), ...newest },
  ],
  folder: [
    { parentId: 'Applications/FolderD0' },
    { parentId: 'Applications/FolderD19', ...newest },
    { parentId: 'Applications/FolderD7/FolderD7A3', orderBy: 'title' },
    { parentId: 'Applications', orderBy: 'risk' },
    { parentId: 'Applications/FolderD3', orderBy: 'end_date' },
  ],
  risk: [
    { ...riskOf('AT_RISK', 10, 50), orderBy: 'risk' },
    { ...riskOf('AT_RISK', 60, 95) },
    { ...riskOf('ATTENTION_NEEDED', 10, 50), ...newest },
    { ...riskOf('OK', 10, 50), orderBy: 'title' },
    { onlyFlagged: true, orderBy: 'risk' },
    { onlyFlagged: true, ...newest },
  ],
  owner: [
    { onlyMine: true },
    { onlyMine: true, ...newest },
    { onlyMine: true, orderBy: 'risk' },
    { onlyMine: true, orderBy: 'title' },
  ],
  combined: [
    { title: 'payments', completed: true, timeFrame: 'LAST_YEAR', ...newest },
    { title: 'api', tags: ['tag1'], orderBy: 'risk' },
    { tags: ['tag0'], aborted: true, parentId: 'Applications/FolderD1' },
    { onlyMine: true, title: 'hotfix', ...newest },
    { parentId: 'Applications/FolderD2', from: daysAgo(700), to: daysAgo(600), orderBy: 'title' },
    { title: 'fraud', onlyFlagged: true, timeFrame: 'LAST_SIX_MONTHS' },
    { ...riskOf('AT_RISK', 10, 50), aborted: true, parentId: 'Applications/FolderD15', ...newest },
    { tags: ['q3-2023', 'tag5'], title: 'staging', completed: true },
  ],
  'none (all releases)': [
    {},
    { orderBy: 'risk' },
    { orderBy: 'title' },
    { ...newest },
    { orderBy: 'end_date', orderDirection: 'DESC' },
  ],
};
