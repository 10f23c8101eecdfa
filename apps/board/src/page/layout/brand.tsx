import { Link } from '../navigation/link.tsx';

/** The logo of the product. */
export const BrandMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <path
      d="M5 17.25h14M7 13.5l10-6.5M7 13.5v3.75M12 10.25v7M17 7v10.25"
      fill="none"
      stroke="var(--on-accent)"
      stroke-width="1.8"
      stroke-linecap="round"
    />
  </svg>
);

/** The logo and name of the product, which open the first view. */
export const Brand = () => (
  <Link to="/" class="brand" title="Home">
    <BrandMark />
    <span>Slipway</span>
  </Link>
);
