import { firstTab, type Tab } from './tab.ts';

const flow: Tab = { id: firstTab, name: 'Flow', load: async () => (await import('./flow/flow-tab.tsx')).FlowTab };

/** All tabs of a template, each a script of its own. */
export const tabs: readonly Tab[] = [
  flow,
  { id: 'properties', name: 'Properties', load: async () => (await import('./properties-tab.tsx')).PropertiesTab },
  { id: 'variables', name: 'Variables', load: async () => (await import('./variables-tab.tsx')).VariablesTab },
  { id: 'dates', name: 'Dates', load: async () => (await import('./dates/dates-tab.tsx')).DatesTab },
  { id: 'triggers', name: 'Triggers', load: async () => (await import('./triggers/triggers-tab.tsx')).TriggersTab },
];

/** The tab with this id; the first one if there is none. */
export const findTab = (tabId: string): Tab => tabs.find((tab) => tab.id === tabId) ?? flow;
