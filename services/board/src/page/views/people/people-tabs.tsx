import { Tabs } from '../../parts/tabs.tsx';

type Tab = 'users' | 'roles' | 'audit';

const all: readonly (readonly [tab: Tab, word: string, to: string])[] = [
  ['users', 'Users', '/people'],
  ['roles', 'Roles', '/people?form=roles'],
  ['audit', 'Audit log', '/audit'],
];

/** The ways between what is known of people. */
export const PeopleTabs = ({ current }: { readonly current: Tab }) => (
  <Tabs label="People" tabs={all.map(([tab, word, to]) => ({ word, to, isCurrent: tab === current }))} />
);
