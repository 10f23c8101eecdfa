import { Link } from '../../navigation/link.tsx';

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

interface Tab {
  readonly title: string;
  readonly to: string;
  readonly isCurrent: boolean;
  /** The number of objects in the tab; undefined: unknown. */
  readonly count?: number | undefined;
}

/** Links to the tabs of a view. */
export const Tabs = ({ label, tabs }: Props) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ title, to, isCurrent, count }) => (
      <Link key={to} to={to} current={isCurrent}>
        {title}
        {count !== undefined && <span class="badge">{count}</span>}
      </Link>
    ))}
  </nav>
);
