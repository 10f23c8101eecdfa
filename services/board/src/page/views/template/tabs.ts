import { firstForm } from './spot.ts';
import type { Tab } from './tab.ts';

const flow: Tab = { form: firstForm, name: 'Flow', load: async () => (await import('./flow/flow-tab.tsx')).FlowTab };

/** All tabs of a template, each a script of its own. */
export const tabs: readonly Tab[] = [
  flow,
  { form: 'properties', name: 'Properties', load: async () => (await import('./properties-tab.tsx')).PropertiesTab },
  { form: 'variables', name: 'Variables', load: async () => (await import('./variables-tab.tsx')).VariablesTab },
  { form: 'dates', name: 'Dates', load: async () => (await import('./dates/dates-tab.tsx')).DatesTab },
  { form: 'triggers', name: 'Triggers', load: async () => (await import('./triggers/triggers-tab.tsx')).TriggersTab },
];

/** The tab of a form, and the first one where there is none. */
export const tabOf = (form: string): Tab => tabs.find((tab) => tab.form === form) ?? flow;
