import { Tabs } from '../../components/tabs.tsx';

type Tab = 'users' | 'roles' | 'audit';

const tabs: readonly (readonly [tab: Tab, word: string, to: string])[] = [
  ['users', 'Users', '/people'],
  ['roles', 'Roles', '/people?form=roles'],
  ['audit', 'Audit log', '/audit'],
];

/** The ways between what is known of people. */
export const PeopleTabs = ({ current }: { readonly current: Tab }) => (
  <Tabs label="People" tabs={tabs.map(([tab, title, to]) => ({ title, to, isCurrent: tab === current }))} />
);
