import { Tabs } from '../../components/tabs.tsx';

type Tab = 'users' | 'roles' | 'audit';

const tabs: readonly (readonly [tab: Tab, title: string, to: string])[] = [
  ['users', 'Users', '/people'],
  ['roles', 'Roles', '/people?form=roles'],
  ['audit', 'Audit log', '/audit'],
];

/** The tabs of the views of users, roles and the audit log. */
export const PeopleTabs = ({ current }: { readonly current: Tab }) => (
  <Tabs label="People" tabs={tabs.map(([tab, title, to]) => ({ title, to, isCurrent: tab === current }))} />
);
