/** Makes an element. Properties beginning with `on` are listeners, those with a dash attributes, the rest properties. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value)
    else if (name === 'role' || name.includes('-')) made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false))
  return made
}
