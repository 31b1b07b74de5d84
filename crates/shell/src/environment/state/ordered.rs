//! A persistent map in the order of its keys: a B-tree whose nodes are shared between copies.
//!
//! A copy is one reference. What is written to a copy copies the nodes on the way to the key, so that
//! a subshell that changes one element of an array pays for some 64 elements for each level of the
//! tree, however many the array has. Keys that follow each other without a gap, as those of most
//! indexed arrays do, are found without a search in their node.

use smallvec::SmallVec;
use std::borrow::Borrow;
use std::cell::Cell;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::slice;

/// Entries of a node, at most.
const WIDTH: usize = 64;

/// A key, or what it is looked up by.
pub trait Key: Ord {
    /// How many entries after `first` it is if there is no gap: where it is looked for first.
    fn steps_from(&self, first: &Self) -> usize;
}

impl Key for i64 {
    #[inline]
    fn steps_from(&self, first: &i64) -> usize {
        self.wrapping_sub(*first) as usize
    }
}

impl Key for [u8] {
    fn steps_from(&self, _first: &[u8]) -> usize {
        usize::MAX
    }
}

impl Key for Vec<u8> {
    fn steps_from(&self, _first: &Vec<u8>) -> usize {
        usize::MAX
    }
}

/// A node, with the key that stands for it in the one above.
type Child<K, V> = (K, Rc<Node<K, V>>);

/// A node; none but the root of an empty map is empty, and all leaves are at one level.
#[derive(Clone, Debug)]
enum Node<K, V> {
    Leaf(Vec<(K, V)>, Weight),
    /// Each with a key that is no greater than those in it, and greater than those before.
    Inner(Vec<Child<K, V>>, Weight),
}

/// What a node weighs, once that is known.
#[derive(Clone, Debug, Default)]
struct Weight(Cell<Option<NonZeroUsize>>);

impl Weight {
    /// The node is written to.
    fn forget(&self) {
        self.0.set(None);
    }

    /// What it weighs, as it is known or found out.
    fn get(&self, find: impl FnOnce() -> usize) -> usize {
        let known = self.0.get().or_else(|| NonZeroUsize::new(find() + 1));
        self.0.set(known);
        known.map_or(0, |weight| weight.get() - 1)
    }
}

/// A map in the order of its keys that shares with its copies what none has changed.
#[derive(Clone, Debug)]
pub struct OrderedMap<K, V> {
    root: Rc<Node<K, V>>,
    count: usize,
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        OrderedMap { root: Rc::new(Node::leaf(Vec::new())), count: 0 }
    }
}

impl<K, V> OrderedMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The sum of what `of` says of each entry, which is always the same function: it is asked only for what has
    /// changed since the last time.
    pub fn weight(&self, of: impl Fn(&K, &V) -> usize) -> usize {
        self.root.weight(&of)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The entries in the order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        let mut iter = Iter { inner: SmallVec::new(), leaf: [].iter(), left: self.count };
        iter.enter(&self.root);
        iter
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> + use<'_, K, V> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> + use<'_, K, V> {
        self.iter().map(|(_, value)| value)
    }

    /// The entry with the greatest key.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        let mut node = &self.root;
        loop {
            match &**node {
                Node::Leaf(entries, _) => return entries.last().map(|(key, value)| (key, value)),
                Node::Inner(children, _) => node = &children.last()?.1,
            }
        }
    }

    /// The value of a key.
    pub fn get<Q: Key + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let mut node = &self.root;
        loop {
            match &**node {
                Node::Leaf(entries, _) => return Some(&entries[place(entries, key).ok()?].1),
                Node::Inner(children, _) => node = &children[child(children, key)].1,
            }
        }
    }

    /// The entries from a key on, which need not be there itself.
    pub fn iter_from<Q: Key + ?Sized>(&self, key: &Q) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let mut iter = Iter { inner: SmallVec::new(), leaf: [].iter(), left: 0 };
        let mut node = &self.root;
        loop {
            match &**node {
                Node::Leaf(entries, _) => {
                    let at = place(entries, key).unwrap_or_else(|at| at);
                    iter.leaf = entries[at..].iter();
                    return iter;
                }
                Node::Inner(children, _) => {
                    let at = child(children, key);
                    iter.inner.push(children[at + 1..].iter());
                    node = &children[at].1;
                }
            }
        }
    }
}

impl<K: Key + Clone, V: Clone> OrderedMap<K, V> {
    /// Gives a key a value; the one that it had goes.
    pub fn insert(&mut self, key: K, value: V) {
        if let Some((later, right)) = insert(&mut self.root, key, value, &mut self.count) {
            let first = self.root.first_key().cloned().unwrap_or_else(|| later.clone());
            let children = vec![(first, self.root.clone()), (later, right)];
            self.root = Rc::new(Node::inner(children));
        }
    }

    /// Takes a key and its value away.
    pub fn remove<Q: Key + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        if self.get(key).is_none() {
            return;
        }
        remove(&mut self.root, key);
        self.count -= 1;
        while let Node::Inner(children, _) = &*self.root
            && let [(_, only)] = &children[..]
        {
            self.root = only.clone();
        }
    }

    /// The map of what is in leaves, which are in order.
    fn of_leaves(leaves: Vec<Child<K, V>>, count: usize) -> Self {
        let mut level = leaves;
        while level.len() > 1 {
            let mut children = level.into_iter();
            level = Vec::with_capacity(children.len().div_ceil(WIDTH));
            loop {
                let group: Vec<_> = children.by_ref().take(WIDTH).collect();
                let Some((first, _)) = group.first() else { break };
                level.push((first.clone(), Rc::new(Node::inner(group))));
            }
        }
        match level.pop() {
            Some((_, root)) => OrderedMap { root, count },
            None => Self::new(),
        }
    }
}

impl<K, V> Node<K, V> {
    fn leaf(entries: Vec<(K, V)>) -> Self {
        Node::Leaf(entries, Weight::default())
    }

    fn inner(children: Vec<Child<K, V>>) -> Self {
        Node::Inner(children, Weight::default())
    }

    fn weight(&self, of: &impl Fn(&K, &V) -> usize) -> usize {
        match self {
            Node::Leaf(entries, weight) => {
                weight.get(|| entries.iter().map(|(key, value)| of(key, value)).sum())
            }
            Node::Inner(children, weight) => {
                weight.get(|| children.iter().map(|(_, child)| child.weight(of)).sum())
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Node::Leaf(entries, _) => entries.len(),
            Node::Inner(children, _) => children.len(),
        }
    }

    fn first_key(&self) -> Option<&K> {
        match self {
            Node::Leaf(entries, _) => entries.first().map(|(key, _)| key),
            Node::Inner(children, _) => children.first().map(|(key, _)| key),
        }
    }

    /// The greatest key of a leaf.
    fn last_key(&self) -> Option<&K> {
        match self {
            Node::Leaf(entries, _) => entries.last().map(|(key, _)| key),
            Node::Inner(..) => None,
        }
    }
}

/// Where a key is in a node, or would be.
#[inline]
fn place<K: Borrow<Q>, T, Q: Key + ?Sized>(entries: &[(K, T)], key: &Q) -> Result<usize, usize> {
    let (Some((first, _)), Some((last, _))) = (entries.first(), entries.last()) else {
        return Err(0);
    };
    let guess = key.steps_from(first.borrow());
    if entries.get(guess).is_some_and(|(known, _)| known.borrow() == key) {
        return Ok(guess);
    }
    if last.borrow() < key {
        return Err(entries.len());
    }
    entries.binary_search_by(|(known, _)| known.borrow().cmp(key))
}

/// The child that a key is in, if it is there.
fn child<K: Borrow<Q>, T, Q: Key + ?Sized>(children: &[(K, T)], key: &Q) -> usize {
    place(children, key).unwrap_or_else(|at| at.saturating_sub(1))
}

/// What has been split off a node that was full, with its first key.
type Split<K, V> = Option<Child<K, V>>;

/// Puts an entry below a node.
fn insert<K: Key + Clone, V: Clone>(
    node: &mut Rc<Node<K, V>>,
    key: K,
    value: V,
    count: &mut usize,
) -> Split<K, V> {
    match Rc::make_mut(node) {
        Node::Leaf(entries, weight) => {
            weight.forget();
            match place(entries, &key) {
                Ok(at) => {
                    entries[at].1 = value;
                    None
                }
                Err(at) => {
                    *count += 1;
                    add(entries, at, (key, value), Node::leaf)
                }
            }
        }
        Node::Inner(children, weight) => {
            weight.forget();
            let at = child(children, &key);
            if key < children[at].0 {
                children[at].0 = key.clone();
            }
            let split = insert(&mut children[at].1, key, value, count)?;
            add(children, at + 1, split, Node::inner)
        }
    }
}

/// Adds an entry to a node's; what does not fit is split off.
fn add<K: Clone, T, V>(
    entries: &mut Vec<(K, T)>,
    at: usize,
    entry: (K, T),
    node: impl Fn(Vec<(K, T)>) -> Node<K, V>,
) -> Split<K, V> {
    if entries.len() < WIDTH {
        entries.insert(at, entry);
        return None;
    }
    let mut right;
    if at == WIDTH {
        // Arrays mostly grow at their end: nodes stay full.
        right = vec![entry];
    } else {
        right = entries.split_off(WIDTH / 2);
        match at.checked_sub(WIDTH / 2) {
            None => entries.insert(at, entry),
            Some(at) => right.insert(at, entry),
        }
    }
    Some((right[0].0.clone(), Rc::new(node(right))))
}

/// Takes a key that is there from below a node.
fn remove<K: Borrow<Q> + Clone, V: Clone, Q: Key + ?Sized>(node: &mut Rc<Node<K, V>>, key: &Q) {
    match Rc::make_mut(node) {
        Node::Leaf(entries, weight) => {
            weight.forget();
            if let Ok(at) = place(entries, key) {
                entries.remove(at);
            }
        }
        Node::Inner(children, weight) => {
            weight.forget();
            let at = child(children, key);
            remove(&mut children[at].1, key);
            let length = children[at].1.len();
            if length == 0 {
                children.remove(at);
            } else if length < WIDTH / 4 {
                let left = at.min(children.len().saturating_sub(2));
                if let [(_, one), (_, other)] = &children[left..children.len().min(left + 2)]
                    && one.len() + other.len() <= WIDTH / 2
                {
                    let (_, right) = children.remove(left + 1);
                    append(&mut children[left].1, right);
                }
            }
        }
    }
}

/// Appends the entries of a node to its neighbour's.
fn append<K: Clone, V: Clone>(left: &mut Rc<Node<K, V>>, right: Rc<Node<K, V>>) {
    match (Rc::make_mut(left), &*right) {
        (Node::Leaf(entries, weight), Node::Leaf(more, _)) => {
            weight.forget();
            entries.extend_from_slice(more);
        }
        (Node::Inner(children, weight), Node::Inner(more, _)) => {
            weight.forget();
            children.extend_from_slice(more);
        }
        // All leaves are at one level.
        _ => {}
    }
}

impl<K: Key + Clone, V: Clone> FromIterator<(K, V)> for OrderedMap<K, V> {
    /// The map of these entries; of those with one key the last. Where they are in order, leaves are
    /// made of them as they come.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut entries = entries.into_iter();
        let (mut leaves, mut count) = (Vec::<Child<K, V>>::new(), 0);
        let disordered = loop {
            let leaf: Vec<_> = entries.by_ref().take(WIDTH).collect();
            let Some((first, _)) = leaf.first() else { return Self::of_leaves(leaves, count) };
            let follows = match leaves.last() {
                Some((_, before)) => before.last_key() < Some(first),
                None => true,
            };
            if !follows || !leaf.is_sorted_by(|one, other| one.0 < other.0) {
                break leaf;
            }
            count += leaf.len();
            leaves.push((first.clone(), Rc::new(Node::leaf(leaf))));
        };
        let mut map = Self::of_leaves(leaves, count);
        disordered.into_iter().chain(entries).for_each(|(key, value)| map.insert(key, value));
        map
    }
}

impl<'a, K, V> IntoIterator for &'a OrderedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

/// The entries of a map in order.
pub struct Iter<'a, K, V> {
    /// What is left of the nodes on the way to the leaf.
    inner: SmallVec<[slice::Iter<'a, Child<K, V>>; 3]>,
    leaf: slice::Iter<'a, (K, V)>,
    /// There are at least so many more.
    left: usize,
}

impl<'a, K, V> Iter<'a, K, V> {
    fn enter(&mut self, node: &'a Node<K, V>) {
        match node {
            Node::Leaf(entries, _) => self.leaf = entries.iter(),
            Node::Inner(children, _) => self.inner.push(children.iter()),
        }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.leaf.next() {
                self.left = self.left.saturating_sub(1);
                return Some((key, value));
            }
            match self.inner.last_mut()?.next() {
                Some((_, node)) => self.enter(node),
                None => {
                    self.inner.pop();
                }
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, None)
    }
}

#[cfg(test)]
mod tests {
    use super::{OrderedMap, WIDTH};
    use std::collections::BTreeMap;
    use std::rc::Rc;

    /// Numbers that look as if by chance (xorshift).
    fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        }
    }

    fn assert_same(map: &OrderedMap<i64, u64>, model: &BTreeMap<i64, u64>) {
        assert_eq!(map.len(), model.len());
        assert!(map.iter().eq(model.iter()));
        assert_eq!(map.last_key_value(), model.last_key_value());
    }

    #[test]
    fn does_what_the_standard_map_does() {
        for (seed, keys) in [(1, 50), (2, 500), (3, 20_000), (4, u64::MAX)] {
            let mut number = numbers(seed);
            let (mut map, mut model) = (OrderedMap::new(), BTreeMap::new());
            for step in 0..30_000 {
                let key = number(keys) as i64;
                // First it mostly grows, then it mostly shrinks.
                if number(10) < if step < 15_000 { 7 } else { 3 } {
                    map.insert(key, step);
                    model.insert(key, step);
                } else {
                    let key = *model.range(key..).next().map_or(&key, |(key, _)| key);
                    map.remove(&key);
                    model.remove(&key);
                }
                assert_eq!(map.get(&key), model.get(&key));
                if step % 3_000 == 0 {
                    assert_same(&map, &model);
                    let key = number(keys) as i64;
                    assert!(map.iter_from(&key).eq(model.range(key..)));
                }
            }
            assert_same(&map, &model);
            for key in model.keys() {
                map.remove(key);
            }
            assert!(map.is_empty() && map.iter().next().is_none());
        }
    }

    #[test]
    fn sizes_at_the_limits_of_nodes() {
        for count in [0, 1, WIDTH - 1, WIDTH, WIDTH + 1, WIDTH * WIDTH, WIDTH * WIDTH + 1] {
            let model: BTreeMap<i64, u64> = (0..count).map(|n| (n as i64 * 3, n as u64)).collect();
            let at_once: OrderedMap<i64, u64> = model.clone().into_iter().collect();
            let mut one_by_one = OrderedMap::new();
            let mut from_the_end = OrderedMap::new();
            model.iter().for_each(|(key, value)| one_by_one.insert(*key, *value));
            model.iter().rev().for_each(|(key, value)| from_the_end.insert(*key, *value));
            // In order but for the last one.
            let mixed: OrderedMap<i64, u64> = model.clone().into_iter().chain([(0, 0)]).collect();
            assert!(count == 0 || mixed.iter().eq(model.iter()));
            for map in [at_once, one_by_one, from_the_end] {
                assert_same(&map, &model);
                for key in 0..count as i64 * 3 + 3 {
                    assert_eq!(map.get(&key), model.get(&key));
                    let from = map.iter_from(&key).next();
                    assert_eq!(from, model.range(key..).next());
                }
            }
        }
    }

    #[test]
    fn copies_do_not_see_each_other() {
        let first: OrderedMap<i64, u64> = (0..10_000).map(|n| (n, n as u64)).collect();
        let mut second = first.clone();
        second.insert(5_000, 1);
        second.remove(&7_000);
        second.insert(20_000, 2);
        assert_eq!((first.get(&5_000), second.get(&5_000)), (Some(&5_000), Some(&1)));
        assert_eq!((first.get(&7_000), second.get(&7_000)), (Some(&7_000), None));
        assert_eq!((first.len(), second.len()), (10_000, 10_000));
        assert!(first.iter().eq(
            (0..10_000).map(|n| (n, n as u64)).collect::<Vec<_>>().iter().map(|(k, v)| (k, v))
        ));
    }

    /// What a write to a copy copies is the way to the key, and nothing that grows with the map.
    #[test]
    fn a_write_to_a_copy_clones_few_values() {
        for count in [1_000, 100_000] {
            let value = Rc::new(());
            let map: OrderedMap<i64, Rc<()>> = (0..count).map(|n| (n, value.clone())).collect();
            let before = Rc::strong_count(&value);
            let mut copy = map.clone();
            copy.insert(count / 2, value.clone());
            assert!(Rc::strong_count(&value) - before <= WIDTH + 1);
        }
    }
}
