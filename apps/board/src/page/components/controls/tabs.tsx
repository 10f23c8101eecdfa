import { Link } from '../../navigation/link.tsx';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly title: string; readonly to: string; readonly isCurrent: boolean }[];
}

/** Links to the tabs of a view. */
export const Tabs = ({ label, tabs }: Props) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ title, to, isCurrent }) => (
      <Link key={to} to={to} current={isCurrent}>
        {title}
      </Link>
    ))}
  </nav>
);
