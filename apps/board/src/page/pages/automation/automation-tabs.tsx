import { Tabs } from '../../components/tabs.tsx';

const tabLabels = {
  '/automation': 'Triggers',
  '/automation/webhooks': 'Webhook endpoints',
  '/automation/scripts': 'Script console',
} as const;

/** The tabs of the automation views. */
export const AutomationTabs = ({ current }: { readonly current: keyof typeof tabLabels }) => (
  <Tabs
    label="Automation views"
    tabs={Object.entries(tabLabels).map(([to, title]) => ({ title, to, isCurrent: to === current }))}
  />
);
