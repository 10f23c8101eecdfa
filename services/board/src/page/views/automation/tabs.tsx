import { Tabs as Ways } from '../../parts/tabs.tsx';

const tabs = {
  '/automation': 'Triggers',
  '/automation/webhooks': 'Webhook endpoints',
  '/automation/scripts': 'Scripts',
} as const;

/** The parts of what happens by itself, and the ways to them. */
export const Tabs = ({ current }: { readonly current: keyof typeof tabs }) => (
  <Ways
    label="Parts of Automation"
    tabs={Object.entries(tabs).map(([to, word]) => ({ word, to, isCurrent: to === current }))}
  />
);
