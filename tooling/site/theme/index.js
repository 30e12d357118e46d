import theme from 'vitepress/theme-without-fonts';
import './style.css';

/** Scrolls the sidebar to the entry of the page, which can be below its first screen. */
function showEntry() {
  const entry = document.querySelector('.VPSidebar .is-active > .item');
  const sidebar = entry?.closest('.VPSidebar');
  if (!sidebar) return;
  const { top, bottom } = entry.getBoundingClientRect();
  if (top < 0 || bottom > sidebar.clientHeight) sidebar.scrollTop += top - sidebar.clientHeight / 2;
}

export default {
  extends: theme,
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return;
    // The sidebar marks the entry after the page has changed.
    router.onAfterRouteChange = () => setTimeout(showEntry, 100);
  },
};
