import { Link } from '../../place/link.tsx';

const tabs = {
  '/automation': 'Triggers',
  '/automation/webhooks': 'Webhook endpoints',
  '/automation/scripts': 'Scripts',
} as const;

/** The parts of what happens by itself, and the ways to them. */
export const Tabs = ({ current }: { readonly current: keyof typeof tabs }) => (
  <nav class="forms" aria-label="Parts of Automation">
    {Object.entries(tabs).map(([to, name]) => (
      <Link key={to} to={to} current={to === current}>
        {name}
      </Link>
    ))}
  </nav>
);
