//! Which operators fit: what the catalogue offers at given sorts.

use crate::head::{Head, Packed, Unpacked};
use crate::ids::{NodeId, SortId};
use crate::resolve::{self, Reading, Rules};
use crate::script::Script;
use gadfly_catalog::{OpId, Signature};

/// An operator that can be applied, and what comes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applicable {
    /// The operator.
    pub op: OpId,
    /// Which of its signatures fits.
    pub signature: usize,
    /// The sort of the result.
    pub sort: SortId,
}

impl Script {
    /// The operators without indices that take arguments of these sorts. Integers are not taken
    /// for reals here.
    pub fn applicable(&mut self, args: &[SortId]) -> Vec<Applicable> {
        let catalog = self.catalog.clone();
        let ops = (0..catalog.ops().len() as u32).map(OpId);
        ops.filter_map(|op| self.application(op, &[], args))
            .collect()
    }

    /// The sort of an operator applied to arguments of these sorts, if a signature fits.
    pub fn application(
        &mut self,
        op: OpId,
        indices: &[u32],
        args: &[SortId],
    ) -> Option<Applicable> {
        let catalog = self.catalog.clone();
        let rules = Rules {
            standard: false,
            promote: false,
        };
        let (sort, signature) = resolve::operator(
            &mut self.sorts,
            catalog.op(op),
            indices,
            SortId::UNKNOWN,
            args,
            rules,
        )?;
        Some(Applicable {
            op,
            signature,
            sort,
        })
    }

    /// The signature that an operator's node is read by.
    pub fn signature(&mut self, id: NodeId) -> Option<(OpId, usize)> {
        let Unpacked::Instance(n) = self.nodes[id.index()].head.unpack() else {
            return None;
        };
        let instance = self.instance(n);
        let indices = self.instance_indices_of(n).to_vec();
        let args: Vec<SortId> = self.args(id).iter().map(|a| self.sort(*a)).collect();
        let catalog = self.catalog.clone();
        let rules = Rules {
            standard: false,
            promote: true,
        };
        resolve::operator(
            &mut self.sorts,
            catalog.op(instance.op),
            &indices,
            instance.qualifier,
            &args,
            rules,
        )
        .map(|(_, n)| (instance.op, n))
    }

    /// How the arguments of an operator's or a function's node are read; `None` for other nodes, and
    /// for an operator that no signature of the catalogue takes there.
    pub fn readings(&self, id: NodeId) -> Option<Vec<Reading>> {
        let args: Vec<SortId> = self.args(id).iter().map(|a| self.sort(*a)).collect();
        match self.nodes[id.index()].head.unpack() {
            Unpacked::Instance(n) => {
                let instance = self.instance(n);
                let op = self.catalog.op(instance.op);
                let indices = self.instance_indices_of(n);
                resolve::readings(&self.sorts, op, indices, instance.qualifier, &args)
            }
            Unpacked::Other(Head::Fun(f)) => Some(resolve::parametric_readings(
                &self.sorts,
                (self.params(f), self.fun(f).result),
                self.sort_params(f),
                self.sort(id),
                &args,
            )),
            _ => None,
        }
    }

    /// One signature of the catalogue.
    pub fn signature_data(&self, op: OpId, signature: usize) -> &Signature {
        &self.catalog.op(op).signatures[signature]
    }

    /// The operators that can stand in the place of a node's operator: they take its arguments and
    /// give its sort. The operator itself is left out, and so are those with indices.
    pub fn exchangeable(&mut self, id: NodeId) -> Vec<Applicable> {
        let args: Vec<SortId> = self.args(id).iter().map(|a| self.sort(*a)).collect();
        let (own, sort) = (self.nodes[id.index()].head, self.sort(id));
        let mut all = self.applicable(&args);
        all.retain(|a| a.sort == sort && Packed::instance(a.op.0) != own);
        all
    }
}
