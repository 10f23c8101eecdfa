import { NotFoundTile } from '../components/not-found.tsx';
import { Link } from '../navigation/link.tsx';

/** The page for an address without a view. */
export const PageNotFound = () => (
  <section class="not-found card">
    <NotFoundTile />
    <h1>Page not found</h1>
    <p>Check the address, or go to Home.</p>
    <Link to="/" class="button">
      Home
    </Link>
  </section>
);
