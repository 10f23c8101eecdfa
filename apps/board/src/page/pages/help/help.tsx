import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import BookOpen from '~icons/lucide/book-open';
import { EmptyState, Skeleton } from '../../components/empty-state.tsx';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { Link } from '../../navigation/link.tsx';
import { location } from '../../navigation/router.ts';
import { type ArticleBlock, parseArticle } from './article.ts';
import { ArticleBlockView } from './article-view.tsx';
import { documentation } from './documentation.ts';
import { helpState, helpUrl, indexPage } from './links.ts';

interface Article {
  readonly page: string;
  readonly blocks: readonly ArticleBlock[];
}

/** Loads a page of the documentation; null if the board does not have it, or cannot load it. */
async function loadArticle(page: string): Promise<Article | null> {
  const load = Object.hasOwn(documentation, page) ? documentation[page] : undefined;
  try {
    return load === undefined ? null : { page, blocks: parseArticle((await load()).default) };
  } catch {
    return null;
  }
}

/** Returns the article of a page; undefined while it is loading. */
function useArticle(page: string): Article | null | undefined {
  const article = useSignal<Article | null | undefined>(undefined);
  useEffect(() => {
    let isCanceled = false;
    void loadArticle(page).then((loaded) => {
      if (!isCanceled) article.value = loaded;
    });
    return () => {
      isCanceled = true;
    };
  }, [page]);
  const { value } = article;
  return value && value.page !== page ? undefined : value;
}

const titleOf = ({ blocks }: Article): string => {
  const first = blocks.find((block) => block.kind === 'section');
  return first?.text.replaceAll('`', '') ?? 'Documentation';
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

const NoArticle = () => (
  <section class="card">
    <h1 class="unseen">Documentation</h1>
    <EmptyState icon={BookOpen} text="This page of the documentation isn’t available.">
      <Link to={helpUrl(indexPage)} class="button">
        All pages
      </Link>
    </EmptyState>
  </section>
);

/** The documentation of the installed version. The server has no other copy of it, and may have no internet access. */
export function Help() {
  const { page: requestedPage, section } = helpState.parse(location.value.query);
  const page = requestedPage || indexPage;
  const article = useArticle(page);
  const title = article ? titleOf(article) : 'Documentation';
  useEffect(() => {
    document.title = `${title} · Slipway`;
  }, [title]);
  useBreadcrumb(
    useMemo(
      () =>
        page === indexPage
          ? [{ label: 'Documentation', to: null }]
          : [
              { label: 'Documentation', to: helpUrl(indexPage) },
              { label: title, to: null },
            ],
      [page, title],
    ),
  );
  useEffect(() => {
    if (article && section !== '') document.getElementById(section)?.scrollIntoView();
  }, [article, section]);
  if (article === null) return <NoArticle />;
  if (article === undefined) return <Skeleton />;
  return (
    <div class="help">
      <article class="card">
        {article.blocks.map((block, index) => (
          <ArticleBlockView key={index} block={block} page={page} />
        ))}
      </article>
      <Contents article={article} />
    </div>
  );
}
