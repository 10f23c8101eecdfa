import { useEffect, useMemo } from 'preact/hooks';
import BookOpen from '~icons/lucide/book-open';
import { EmptyState } from '../../components/empty-state.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';
import { type ArticleBlock, parseArticle } from './article.ts';
import { ArticleBlockView } from './article-view.tsx';
import { documentation, type Loader } from './documentation.ts';
import { helpState, helpUrl, indexPage } from './links.ts';

interface Article {
  readonly page: string;
  readonly blocks: readonly ArticleBlock[];
}

const titleOf = ({ blocks }: Article): string => {
  const first = blocks.find((block) => block.kind === 'section');
  return first?.text.replaceAll('`', '') ?? t('Documentation');
};

/** Links to the sections of a page. */
function Contents({ article: { page, blocks } }: { readonly article: Article }) {
  const sections = blocks.filter((block) => block.kind === 'section').filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  return (
    <nav class="contents" aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      {sections.map(({ id, text }) => (
        <Link key={id} to={helpUrl(`${page}#${id}`)} current={location.value.query.get('section') === id}>
          {text.replaceAll('`', '')}
        </Link>
      ))}
    </nav>
  );
}

function setTitle(title: string): void {
  document.title = t`${title} · Slipway`;
}

/** Scrolls to a section and focuses its heading, so that the keyboard and a screen reader continue there. */
function openSection(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** Opens the current section again, because a link to the current URL does not change the view. */
function handleClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const { section } = helpState.parse(location.peek().query);
  if (link?.href !== window.location.href || section === '' || isModified) return;
  event.preventDefault();
  openSection(section);
}

function ArticleView({ article }: { readonly article: Article }) {
  const { page, blocks } = article;
  const { section } = helpState.parse(location.value.query);
  const title = titleOf(article);
  useBreadcrumb(
    page === indexPage
      ? [{ label: t('Documentation'), to: null }]
      : [
          { label: t('Documentation'), to: helpUrl(indexPage) },
          { label: title, to: null },
        ],
  );
  useEffect(() => setTitle(title), [title]);
  useEffect(() => {
    if (section !== '') openSection(section);
  }, [section]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks of the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div class="help" lang="en" onClick={handleClick}>
      <article class="card">
        {blocks.map((block, index) => (
          <ArticleBlockView key={index} block={block} page={page} />
        ))}
      </article>
      <Contents article={article} />
    </div>
  );
}

function MissingArticle() {
  useBreadcrumb(noCrumbs);
  useEffect(() => setTitle(t('Documentation')), []);
  return (
    <section class="card">
      <h1 class="unseen">Documentation</h1>
      <EmptyState icon={BookOpen} text="This page of the documentation isn’t available.">
        <Link to={helpUrl(indexPage)} class="button">
          All pages
        </Link>
      </EmptyState>
    </section>
  );
}

const noCrumbs = [{ label: t('Documentation'), to: null }];
const noProps = {};

/** Loads a page of the documentation as a component. */
async function loadArticle(page: string, load: Loader) {
  const article = { page, blocks: parseArticle((await load()).default) };
  return () => <ArticleView article={article} />;
}

/**
 * The documentation of the installed version. The server has no other copy of it, and may have no internet access. If
 * a page fails to load, it is loaded again in the same way as a view.
 */
export function Help() {
  const page = helpState.parse(location.value.query).page || indexPage;
  const load = Object.hasOwn(documentation, page) ? documentation[page] : undefined;
  const loadPage = useMemo(() => load && (() => loadArticle(page, load)), [page, load]);
  return loadPage === undefined ? <MissingArticle /> : <Lazy load={loadPage} props={noProps} />;
}
