import { Tabs as Ways } from '../../parts/tabs.tsx';

const tabs = {
  '/automation': 'Triggers',
  '/automation/webhooks': 'Webhook endpoints',
  '/automation/scripts': 'Scripts',
} as const;

/** The tabs of the automation views. */
export const Tabs = ({ current }: { readonly current: keyof typeof tabs }) => (
  <Ways
    label="Parts of Automation"
    tabs={Object.entries(tabs).map(([to, word]) => ({ word, to, isCurrent: to === current }))}
  />
);
