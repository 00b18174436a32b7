(() => {
  const faults = [];
  const all = selector => [...document.querySelectorAll(selector)];
  const words = e => `${e.tagName} ${e.textContent.trim().slice(0, 60)}`.trim();
  const shown = e => e.checkVisibility({ visibilityProperty: true });

  // Width. What scrolls by itself may be wider.
  const edge = document.documentElement.clientWidth + 1;
  const scrolls = e => e && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  for (const e of all('body *')) {
    const box = e.getBoundingClientRect();
    if (box.width && box.right > edge && shown(e) && !scrolls(e.parentElement)) faults.push(`sticks out: ${words(e)}`);
    const scrollable = e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX);
    if (scrollable && e.tabIndex < 0) faults.push(`no keyboard scrolls: ${words(e)}`);
  }
  if (document.documentElement.scrollWidth > edge) faults.push('the page scrolls sideways');

  // Plots.
  for (const plot of all('svg.plot')) {
    const sheet = plot.getBoundingClientRect();
    const texts = [...plot.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()]);
    texts.forEach(([a, p], n) => {
      if (p.right > sheet.right + 1 || p.left < sheet.left - 1 || p.bottom > sheet.bottom + 1)
        faults.push(`out of the plot: ${a}`);
      for (const [b, q] of texts.slice(n + 1))
        if (p.right - q.left > 1 && q.right - p.left > 1 && p.bottom - q.top > 3 && q.bottom - p.top > 3)
          faults.push(`on each other: ${a} and ${b}`);
    });
  }

  // Words that are broken into letters.
  for (const e of all('td,th,h1,h2,h3,h4,p,li,span,a')) {
    const box = e.getBoundingClientRect();
    const letters = e.textContent.trim().length;
    if (letters > 6 && box.width > 2 && box.width < 24 && box.height > 60 && shown(e)) faults.push(`a letter a line: ${words(e)}`);
  }

  // Contrast of text, at least 4.5 to 1.
  const dot = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const seen = new Map();
  const rgba = colour => {
    if (!seen.has(colour)) {
      dot.clearRect(0, 0, 1, 1);
      dot.fillStyle = colour;
      dot.fillRect(0, 0, 1, 1);
      seen.set(colour, [...dot.getImageData(0, 0, 1, 1).data]);
    }
    return seen.get(colour);
  };
  const over = (top, below) => below.map((c, n) => n < 3 ? (top[n] * top[3] + c * (255 - top[3])) / 255 : 255);
  const behind = e => {
    const below = e.parentElement ? behind(e.parentElement) : [255, 255, 255, 255];
    return over(rgba(getComputedStyle(e).backgroundColor), below);
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const weak = new Set();
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || e.closest('script,style,title,noscript') || !shown(e)) continue;
    const style = getComputedStyle(e);
    const ground = behind(e);
    const ink = over(rgba(e.closest('svg') ? style.fill : style.color), ground);
    const [a, b] = [light(ink), light(ground)].sort((p, q) => q - p);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) weak.add(`weak contrast ${ratio.toFixed(1)}: ${words(e)}`);
  }
  faults.push(...weak);

  // Keyboard and screen reader.
  if (!document.documentElement.lang) faults.push('no language');
  if (all('main').length != 1) faults.push('no main, or several');
  if (all('h1').length != 1) faults.push('no h1, or several');
  let level = 0;
  for (const heading of all('h1,h2,h3,h4,h5,h6')) {
    const own = +heading.tagName[1];
    if (own > level + 1) faults.push(`heading ${heading.tagName} after H${level}: ${words(heading)}`);
    level = own;
  }
  const label = e => e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || '';
  for (const e of all('button,a,summary')) if (!label(e) && !e.textContent.trim()) faults.push(`without a name: ${words(e)}`);
  for (const e of all('svg[role=img],nav,[role=region]')) if (!label(e)) faults.push(`without a name: ${words(e)}`);
  for (const e of all('table')) if (!label(e) && !e.caption) faults.push(`without a name: ${words(e)}`);
  for (const e of all('img')) if (!e.hasAttribute('alt')) faults.push('an image without words');
  const ids = all('[id]').map(e => e.id);
  ids.filter((id, n) => ids.indexOf(id) < n).forEach(id => faults.push(`twice: #${id}`));
  for (const e of all('a[href^="#"]'))
    if (!document.getElementById(decodeURIComponent(e.hash.slice(1)))) faults.push(`leads nowhere: ${e.getAttribute('href')}`);
  return faults;
})()
